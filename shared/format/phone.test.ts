import { formatPhone } from './phone.ts';

test('a number is shown with plus and country code; without a country code, only the number; without a number, a dash', () => {
  expect(formatPhone('64', '21 000 0128')).toBe('+64 21 000 0128');
  expect(formatPhone('+91', '55501 23456')).toBe('+91 55501 23456');
  expect(formatPhone(null, '21 000')).toBe('21 000');
  expect(formatPhone('', '21 000')).toBe('21 000');
  expect(formatPhone('64', null)).toBe('-');
  expect(formatPhone('64', '')).toBe('-');
});
