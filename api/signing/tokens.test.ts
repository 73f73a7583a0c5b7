import { SignJWT } from 'jose';
import {
  deriveKey,
  readCustomerToken,
  readFileGrant,
  readGrantToResume,
  readMailGrant,
  signCustomerToken,
  signFileGrant,
  signMailGrant,
} from './tokens.ts';

const secret = Buffer.from('a secret of the tests, long enough');
const anotherSecret = Buffer.from('another secret');

describe('a customer’s token', () => {
  test('a token is valid for its order', async () => {
    await expect(readCustomerToken(secret, await signCustomerToken(secret, '100471'))).resolves.toBe('100471');
  });

  test('a token expires, and is invalid if signed for staff', async () => {
    const sign = (purpose: 'session' | 'customer token', expires: string | number) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject('100471')
        .setExpirationTime(expires)
        .sign(deriveKey(secret, purpose));
    await expect(readCustomerToken(secret, await sign('customer token', '1m'))).resolves.toBe('100471');
    await expect(readCustomerToken(secret, await sign('customer token', Date.now() / 1000 - 1))).resolves.toBeNull();
    await expect(readCustomerToken(secret, await sign('session', '1m'))).resolves.toBeNull();
    await expect(readCustomerToken(secret, '')).resolves.toBeNull();
  });
});

describe('a file grant', () => {
  test('a grant has its file and its download', async () => {
    const grant = await signFileGrant(secret, { file1: 'abc.pdf', downloadId: 7 });
    await expect(readFileGrant(secret, grant)).resolves.toEqual({ file1: 'abc.pdf', downloadId: 7 });
    const ofStaff = await signFileGrant(secret, { file1: 'abc.pdf' });
    await expect(readFileGrant(secret, ofStaff)).resolves.toEqual({ file1: 'abc.pdf', downloadId: undefined });
  });

  test('a grant is invalid once it has expired, with another secret, and if it was signed for another purpose', async () => {
    const sign = (purpose: 'session' | 'file grant', expires: string | number) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject('abc.pdf')
        .setExpirationTime(expires)
        .sign(deriveKey(secret, purpose));
    await expect(readFileGrant(secret, await sign('file grant', '1m'))).resolves.not.toBeNull();
    await expect(readFileGrant(secret, await sign('file grant', Date.now() / 1000 - 1))).resolves.toBeNull();
    await expect(readFileGrant(secret, await sign('session', '1m'))).resolves.toBeNull();
    await expect(readFileGrant(anotherSecret, await sign('file grant', '1m'))).resolves.toBeNull();
    await expect(readFileGrant(secret, 'rubbish')).resolves.toBeNull();
  });

  test('a download can be resumed until two hours after its grant was signed', async () => {
    const signedAgo = (minutes: number) =>
      new SignJWT({ download: 7 })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject('abc.pdf')
        .setExpirationTime(Date.now() / 1000 + (15 - minutes) * 60)
        .sign(deriveKey(secret, 'file grant'));
    const grant = await signedAgo(119);
    await expect(readFileGrant(secret, grant)).resolves.toBeNull();
    await expect(readGrantToResume(secret, grant)).resolves.toEqual({ file1: 'abc.pdf', downloadId: 7 });
    await expect(readGrantToResume(anotherSecret, grant)).resolves.toBeNull();
    await expect(readGrantToResume(secret, await signedAgo(121))).resolves.toBeNull();
  });
});

describe('a mail grant', () => {
  test.each([{ mailId: 7 }, { mailId: null }])('a grant has its order and its mail: %j', async ({ mailId }) => {
    const grant = await signMailGrant(secret, { orderId: '100471', mailId });
    await expect(readMailGrant(secret, grant)).resolves.toEqual({ orderId: '100471', mailId });
  });

  test('a grant is invalid once it has expired, with another secret, and if it was signed for another purpose', async () => {
    const sign = (expires: string | number) =>
      new SignJWT({ mail: 7 })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject('100471')
        .setExpirationTime(expires)
        .sign(deriveKey(secret, 'mail grant'));
    await expect(readMailGrant(secret, await sign('1m'))).resolves.not.toBeNull();
    await expect(readMailGrant(secret, await sign(Date.now() / 1000 - 1))).resolves.toBeNull();
    await expect(readMailGrant(anotherSecret, await sign('1m'))).resolves.toBeNull();
    await expect(readMailGrant(secret, await signFileGrant(secret, { file1: '100471' }))).resolves.toBeNull();
    await expect(readMailGrant(secret, 'rubbish')).resolves.toBeNull();
  });
});
