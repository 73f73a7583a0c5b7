import { withinLimits } from './withinLimits.ts';

const takesTooMuch = () => false;

test('work within its limits gives what it comes to', async () => {
  await expect(withinLimits(Promise.resolve('made'), { ms: 60_000, takesTooMuch })).resolves.toBe('made');
});

test('what comes too late is not taken, also when nobody looked at the time meanwhile', async () => {
  async function busy() {
    await Promise.resolve();
    for (const began = performance.now(); performance.now() - began < 5;);
    return 'made';
  }
  await expect(withinLimits(busy(), { ms: 1, takesTooMuch })).resolves.toBeNull();
});

test('work that takes too much is given up', async () => {
  await expect(withinLimits(new Promise(() => {}), { ms: 60_000, takesTooMuch: () => true })).resolves.toBeNull();
});
