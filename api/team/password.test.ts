import { hashPassword, verifyPassword, maxConcurrentHashes } from './password.ts';

test('a hash matches only its password, and a missing hash matches none', async () => {
  const stored = await hashPassword('right');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword('right', stored)).toBe(true);
  expect(await verifyPassword('wrong', stored)).toBe(false);
  for (const password of ['right', 'nobody']) expect(await verifyPassword(password, undefined)).toBe(false);
});

test('few passwords are hashed at once, on any number of cores', () => {
  expect(maxConcurrentHashes).toBeGreaterThanOrEqual(2);
  expect(maxConcurrentHashes).toBeLessThanOrEqual(4);
});

test('after many concurrent checks, an unknown account is still checked', async () => {
  const many = Array.from({ length: 110 }, () => hashPassword('x'));
  await Promise.allSettled([verifyPassword('x', undefined), ...many]);
  await expect(verifyPassword('x', undefined)).resolves.toBe(false);
});
