import { customerCalls } from 'shared/api/customerCalls';
import { documentCalls } from 'shared/api/documentCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { isDiskFull, Room } from './Room.ts';

const megabyte = 1_048_576;
const quiet = { warn: () => {}, info: () => {} };

/** A room with that much beside its margin. */
const roomWith = (beside: number) =>
  new Room({
    readFree: async () => 200 * megabyte + beside,
    leastFree: 200 * megabyte,
    holdsDatabase: true,
    log: quiet,
  });

test('2,000 strangers who began a call and never end it take no place from anybody', async () => {
  const room = roomWith(megabyte);
  for (let call = 0; call < 2_000; call += 1) await room.admit(customerCalls.track, 16_384);
  await expect(room.admit(orderCalls.addRemark, 65_536)).resolves.toBeInstanceOf(Function);
});

test('what calls were promised has no other call in its place', async () => {
  const room = roomWith(50 * megabyte);
  const release = await room.admit(documentCalls.upload, 20 * megabyte);
  await expect(room.admit(documentCalls.upload, 20 * megabyte)).resolves.toBeNull();
  await room.admit(documentCalls.upload, 4 * megabyte);
  await expect(room.admit(orderCalls.addRemark, megabyte)).resolves.toBeNull();
  release!();
  await expect(room.admit(documentCalls.upload, 20 * megabyte)).resolves.toBeInstanceOf(Function);
});

test('what calls were promised makes no job rest', async () => {
  let free = 250 * megabyte;
  const room = new Room({
    readFree: async () => free,
    leastFree: 200 * megabyte,
    holdsDatabase: true,
    log: quiet,
    freshMs: 0,
  });
  await room.admit(documentCalls.upload, 20 * megabyte);
  free = 201 * megabyte;
  await expect(Promise.all([room.forChanges(), room.forFiles()])).resolves.toEqual([true, true]);
  free = 199 * megabyte;
  await expect(Promise.all([room.forChanges(), room.forFiles()])).resolves.toEqual([false, false]);
});
const withCode = (code: string, cause?: unknown) => Object.assign(new Error('no', { cause }), { code });

test('a full disk is known by its code, of the file system or the server, however deep it lies', () => {
  for (const code of ['ENOSPC', 'EDQUOT', '53100']) {
    expect(isDiskFull(withCode(code))).toBe(true);
    expect(isDiskFull(new Error('Failed query', { cause: withCode(code) }))).toBe(true);
  }
  for (const other of [withCode('ENOENT'), withCode('53300'), new Error('ENOSPC'), 'ENOSPC', null]) {
    expect(isDiskFull(other)).toBe(false);
  }
});
