import { tellsOfNoRoom } from './tellsOfNoRoom.ts';

const withCode = (code: string, cause?: unknown) => Object.assign(new Error('no', { cause }), { code });

test('a full disk is known by its code, of the file system or the server, however deep it lies', () => {
  for (const code of ['ENOSPC', 'EDQUOT', '53100']) {
    expect(tellsOfNoRoom(withCode(code))).toBe(true);
    expect(tellsOfNoRoom(new Error('Failed query', { cause: withCode(code) }))).toBe(true);
  }
  for (const other of [withCode('ENOENT'), withCode('53300'), new Error('ENOSPC'), 'ENOSPC', null]) {
    expect(tellsOfNoRoom(other)).toBe(false);
  }
});
