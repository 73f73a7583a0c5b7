import { customerCalls } from 'shared/api/customerCalls';
import { documentCalls } from 'shared/api/documentCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { isDiskFullError, DiskSpaceGuard } from '../disk-space/DiskSpaceGuard.ts';

const megabyte = 1_048_576;
const quiet = { warn: () => {}, info: () => {} };

/** A guard whose disk has `minFreeBytes` plus this many free bytes. */
const roomWith = (beside: number) =>
  new DiskSpaceGuard({
    readFree: async () => 200 * megabyte + beside,
    minFreeBytes: 200 * megabyte,
    holdsDatabase: true,
    log: quiet,
  });

test('2,000 unknown callers with unfinished calls reserve no space', async () => {
  const diskSpace = roomWith(megabyte);
  for (let call = 0; call < 2_000; call += 1) await diskSpace.reserve(customerCalls.track, 16_384);
  await expect(diskSpace.reserve(orderCalls.addRemark, 65_536)).resolves.toBeInstanceOf(Function);
});

test('space reserved for calls is not given to others', async () => {
  const diskSpace = roomWith(50 * megabyte);
  const release = await diskSpace.reserve(documentCalls.upload, 20 * megabyte);
  await expect(diskSpace.reserve(documentCalls.upload, 20 * megabyte)).resolves.toBeNull();
  await diskSpace.reserve(documentCalls.upload, 4 * megabyte);
  await expect(diskSpace.reserve(orderCalls.addRemark, megabyte)).resolves.toBeNull();
  release!();
  await expect(diskSpace.reserve(documentCalls.upload, 20 * megabyte)).resolves.toBeInstanceOf(Function);
});

test('space reserved for calls stops no job', async () => {
  let free = 250 * megabyte;
  const diskSpace = new DiskSpaceGuard({
    readFree: async () => free,
    minFreeBytes: 200 * megabyte,
    holdsDatabase: true,
    log: quiet,
    freshMs: 0,
  });
  await diskSpace.reserve(documentCalls.upload, 20 * megabyte);
  free = 201 * megabyte;
  await expect(Promise.all([diskSpace.allowsChanges(), diskSpace.allowsFiles()])).resolves.toEqual([true, true]);
  free = 199 * megabyte;
  await expect(Promise.all([diskSpace.allowsChanges(), diskSpace.allowsFiles()])).resolves.toEqual([false, false]);
});
const withCode = (code: string, cause?: unknown) => Object.assign(new Error('no', { cause }), { code });

test('a full disk is recognised by the code of file system or server in any nested cause', () => {
  for (const code of ['ENOSPC', 'EDQUOT', '53100']) {
    expect(isDiskFullError(withCode(code))).toBe(true);
    expect(isDiskFullError(new Error('Failed query', { cause: withCode(code) }))).toBe(true);
  }
  for (const other of [withCode('ENOENT'), withCode('53300'), new Error('ENOSPC'), 'ENOSPC', null]) {
    expect(isDiskFullError(other)).toBe(false);
  }
});
