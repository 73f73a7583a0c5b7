import { money } from './money.ts';

test.each([
  ['79.00', 'NZD', 'NZD 79.00'],
  ['79.5', 'NZD', 'NZD 79.50'],
  ['0.00', 'EUR', 'EUR 0.00'],
  ['1079.00', 'USD', 'USD 1,079.00'],
  ['9999999999.99', 'NZD', 'NZD 9,999,999,999.99'],
  ['7900.00', 'JPY', 'JPY 7,900'],
  ['7900.50', 'JPY', 'JPY 7,900.50'],
  ['25.50', 'KWD', 'KWD 25.500'],
])('%s %s is shown as "%s"', (amount, currency, reads) => {
  expect(money(amount, currency)).toBe(reads);
});
