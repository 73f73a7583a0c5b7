import { SignJWT } from 'jose';
import { derivedKey } from './derivedKey.ts';
import { orderOfCustomerToken, signCustomerToken } from './customerToken.ts';

const secret = 'a secret of the tests, long enough';

test('a token opens the order that it was signed for', async () => {
  await expect(orderOfCustomerToken(secret, await signCustomerToken(secret, '100471'))).resolves.toBe('100471');
});

test('a token is dead after its minutes, and when it was signed for the staff', async () => {
  const sign = (purpose: 'session' | 'customer token', expires: string | number) =>
    new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('100471')
      .setExpirationTime(expires)
      .sign(derivedKey(secret, purpose));
  await expect(orderOfCustomerToken(secret, await sign('customer token', '1m'))).resolves.toBe('100471');
  await expect(orderOfCustomerToken(secret, await sign('customer token', Date.now() / 1000 - 1))).resolves.toBeNull();
  await expect(orderOfCustomerToken(secret, await sign('session', '1m'))).resolves.toBeNull();
  await expect(orderOfCustomerToken(secret, '')).resolves.toBeNull();
});
