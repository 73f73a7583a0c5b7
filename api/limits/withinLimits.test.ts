import { withinLimits } from './withinLimits.ts';

const takesTooMuch = () => false;

test('work within its limits returns its result', async () => {
  await expect(withinLimits(Promise.resolve('made'), { ms: 60_000, takesTooMuch })).resolves.toBe('made');
});

test('a late result is null, even if the timer did not fire before', async () => {
  async function busy() {
    await Promise.resolve();
    for (const began = performance.now(); performance.now() - began < 5;);
    return 'made';
  }
  await expect(withinLimits(busy(), { ms: 1, takesTooMuch })).resolves.toBeNull();
});

test('work that uses too much memory gives null', async () => {
  await expect(withinLimits(new Promise(() => {}), { ms: 60_000, takesTooMuch: () => true })).resolves.toBeNull();
});
