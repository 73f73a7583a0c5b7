import { SignJWT, UnsecuredJWT } from 'jose';
import { sessionCalls } from 'shared/api/sessionCalls';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { derivedKey } from '../signing/derivedKey.ts';

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');

onOneDriver((api) => {
  test('a token that is not as we make them is 401, however it differs', async () => {
    const genuine = await api().signIn('Team');
    const { httpStatus } = await api().callApi(sessionCalls.userInfo, {}, { token: genuine });
    expect(httpStatus).toBe(200);
    const [head, payload, signature] = genuine.split('.') as [string, string, string];
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string };
    const key = derivedKey(api().desk.secret, 'session');
    const sign = (alg: string, given: object = claims) =>
      new SignJWT({ ...given }).setProtectedHeader({ alg }).sign(key);
    const withHead = (given: object) => `${part(given)}.${payload}.${signature}`;
    const tokens = [
      await sign('HS384'),
      await sign('HS512'),
      await sign('HS256', {}),
      await sign('HS256', { sid: 'none' }),
      new UnsecuredJWT({ ...claims }).encode(),
      withHead({ alg: 'HS384' }),
      withHead({ alg: 'RS256' }),
      withHead({ alg: 'none' }),
      withHead({ alg: 'nonsense' }),
      withHead({ alg: 1 }),
      withHead({}),
      withHead({ alg: 'HS256', crit: ['exp'], exp: 1 }),
      withHead({ alg: 'HS256', crit: ['b64'], b64: false }),
      withHead({ alg: 'HS256', crit: [] }),
      withHead({ alg: 'HS256', crit: 'x' }),
      `${head}.${payload}.`,
      `${head}.${payload}`,
      `${head}..${signature}`,
      `${head}.${payload}.${signature}.${signature}.x`,
      `.${payload}.${signature}`,
      'Bearer x',
      '....',
      '\u00e9',
    ];
    for (const token of tokens) {
      const answer = await api().callApi(sessionCalls.userInfo, {}, { token });
      expect([token, answer.httpStatus]).toEqual([token, 401]);
    }
  });
});
