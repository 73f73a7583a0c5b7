import { hashPassword, verifyPassword, maxConcurrentHashes } from './password.ts';

test('a password fits its own text and no other, and nobody’s fits none', async () => {
  const stored = await hashPassword('right');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword('right', stored)).toBe(true);
  expect(await verifyPassword('wrong', stored)).toBe(false);
  for (const password of ['right', 'nobody']) expect(await verifyPassword(password, undefined)).toBe(false);
});

test('few are hashed at once, on however many cores', () => {
  expect(maxConcurrentHashes).toBeGreaterThanOrEqual(2);
  expect(maxConcurrentHashes).toBeLessThanOrEqual(4);
});

test('however many are asked for at once, an unknown account is checked afterwards as ever', async () => {
  const many = Array.from({ length: 110 }, () => hashPassword('x'));
  await Promise.allSettled([verifyPassword('x', undefined), ...many]);
  await expect(verifyPassword('x', undefined)).resolves.toBe(false);
});
