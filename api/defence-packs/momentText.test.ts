import { toTimestamp } from './deliveryRecords.ts';

test.each([
  ['2026-10-02T03:14:07Z', '2026-10-02T03:14:07.000000Z'],
  ['2026-10-02T03:14:07.5Z', '2026-10-02T03:14:07.500000Z'],
  ['2026-10-02T03:14:07.123456Z', '2026-10-02T03:14:07.123456Z'],
  [new Date('2026-10-02T03:14:07.089Z'), '2026-10-02T03:14:07.089000Z'],
])('%s reads %s', (at, text) => expect(toTimestamp(at)).toBe(text));
