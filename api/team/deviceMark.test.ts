import { deviceCookie, isMarked, markMember, readDeviceMark } from './deviceMark.ts';

const { jest } = import.meta;

const secret = Buffer.from('a secret of the tests, long enough');
const plain = { staffUrl: 'http://localhost:4000' };
const member = { id: 7, passwordHash: '$argon2id$v=19$one' };

test('a mark is read back by who wrote it, as long as it is young', async () => {
  const mark = markMember(null, member);
  const cookie = await deviceCookie(secret, mark, plain);
  expect(await readDeviceMark(secret, cookie)).toEqual(mark);
  expect(await readDeviceMark(Buffer.from('another secret, which is as long'), cookie)).toBeNull();
  expect(await readDeviceMark(secret, undefined)).toBeNull();
  jest.useFakeTimers({ now: Date.now() + 181 * 86_400_000 });
  expect(await readDeviceMark(secret, cookie)).toBeNull();
  jest.useRealTimers();
});

test('it is of its members, each with the password of then', () => {
  const other = { id: 8, passwordHash: '$argon2id$v=19$two' };
  const mark = markMember(markMember(null, member), other);
  expect([isMarked(mark, member), isMarked(mark, other), isMarked(mark, undefined), isMarked(null, member)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isMarked(mark, { ...member, passwordHash: other.passwordHash })).toBe(false);
  const again = markMember(mark, { ...member, passwordHash: '$argon2id$v=19$three' });
  expect([again.device, again.members.length, isMarked(again, member)]).toEqual([mark.device, 2, false]);
});

test('the twenty who signed in last fit into a header', async () => {
  let mark = markMember(null, member);
  for (let id = 100_000; id < 100_030; id += 1) mark = markMember(mark, { ...member, id });
  expect(mark.members.map(([id]) => id)).toEqual(Array.from({ length: 20 }, (_, n) => 100_010 + n));
  expect((await deviceCookie(secret, mark, plain)).length).toBeLessThan(1_500);
});

test('over https it is only sent over https', async () => {
  const mark = markMember(null, member);
  expect(await deviceCookie(secret, mark, { staffUrl: 'https://desk.example.com' })).toMatch(/; Secure/);
  expect(await deviceCookie(secret, mark, plain)).not.toMatch(/Secure/);
});
