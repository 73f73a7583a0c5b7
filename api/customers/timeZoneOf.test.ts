import { timeZoneOf } from './customerDevice.ts';

test.each(['Asia/Dubai', 'America/Argentina/Buenos_Aires', 'Etc/GMT+12', 'Asia/Calcutta', 'UTC', 'Pacific/Auckland'])(
  '%s is a time zone',
  (name) => expect(timeZoneOf(name)).toBe(name),
);

test.each([
  undefined,
  '',
  '+02:00',
  'Mars/Phobos',
  '<script>',
  'Asia/Dubai,Asia/Dubai',
  'x'.repeat(10_000),
  ['UTC', 'UTC'],
])('%p is not a time zone and is ignored', (header) => expect(timeZoneOf(header)).toBeNull());
