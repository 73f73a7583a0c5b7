import { deviceCookie, isKnownFor, addMemberToDevice, readKnownDevice } from './signIn.ts';

const secret = Buffer.from('a secret of the tests, long enough');
const plain = { staffUrl: 'http://localhost:4000' };
const member = { id: 7, passwordHash: '$argon2id$v=19$one' };

afterEach(() => vi.useRealTimers());

test('a cookie is read back by its own secret until it expires', async () => {
  const mark = addMemberToDevice(null, member);
  const cookie = await deviceCookie(secret, mark, plain);
  expect(await readKnownDevice(secret, cookie)).toEqual(mark);
  expect(await readKnownDevice(Buffer.from('another secret, which is as long'), cookie)).toBeNull();
  expect(await readKnownDevice(secret, undefined)).toBeNull();
  vi.useFakeTimers({ now: Date.now() + 181 * 86_400_000 });
  expect(await readKnownDevice(secret, cookie)).toBeNull();
});

test('a cookie is valid for its members while their passwords are unchanged', () => {
  const other = { id: 8, passwordHash: '$argon2id$v=19$two' };
  const mark = addMemberToDevice(addMemberToDevice(null, member), other);
  expect([
    isKnownFor(mark, member),
    isKnownFor(mark, other),
    isKnownFor(mark, undefined),
    isKnownFor(null, member),
  ]).toEqual([true, true, false, false]);
  expect(isKnownFor(mark, { ...member, passwordHash: other.passwordHash })).toBe(false);
  const again = addMemberToDevice(mark, { ...member, passwordHash: '$argon2id$v=19$three' });
  expect([again.device, again.members.length, isKnownFor(again, member)]).toEqual([mark.device, 2, false]);
});

test('the twenty members who signed in last fit into a header', async () => {
  let mark = addMemberToDevice(null, member);
  for (let id = 100_000; id < 100_030; id += 1) mark = addMemberToDevice(mark, { ...member, id });
  expect(mark.members.map(([id]) => id)).toEqual(Array.from({ length: 20 }, (_, n) => 100_010 + n));
  expect((await deviceCookie(secret, mark, plain)).length).toBeLessThan(1_500);
});

test('a cookie set over https is sent only over https', async () => {
  const mark = addMemberToDevice(null, member);
  expect(await deviceCookie(secret, mark, { staffUrl: 'https://desk.example.com' })).toMatch(/; Secure/);
  expect(await deviceCookie(secret, mark, plain)).not.toMatch(/Secure/);
});
