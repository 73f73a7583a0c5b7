import { SignJWT } from 'jose';
import { derivedKey } from './derivedKey.ts';
import { signFileGrant } from './fileGrant.ts';
import { readMailGrant, signMailGrant } from './mailGrant.ts';

const secret = 'a secret of the tests, long enough';

test.each([{ mailId: 7 }, { mailId: null }])('a grant names its order and its mail: %j', async ({ mailId }) => {
  const grant = await signMailGrant(secret, { orderId: '100471', mailId });
  await expect(readMailGrant(secret, grant)).resolves.toEqual({ orderId: '100471', mailId });
});

test('a grant is dead after its minutes, with another secret, and when it was signed for another purpose', async () => {
  const sign = (expires: string | number) =>
    new SignJWT({ mail: 7 })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('100471')
      .setExpirationTime(expires)
      .sign(derivedKey(secret, 'mail grant'));
  await expect(readMailGrant(secret, await sign('1m'))).resolves.not.toBeNull();
  await expect(readMailGrant(secret, await sign(Date.now() / 1000 - 1))).resolves.toBeNull();
  await expect(readMailGrant('another secret', await sign('1m'))).resolves.toBeNull();
  await expect(readMailGrant(secret, await signFileGrant(secret, { file1: '100471' }))).resolves.toBeNull();
  await expect(readMailGrant(secret, 'rubbish')).resolves.toBeNull();
});
