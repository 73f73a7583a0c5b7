/**
 * 'NZD 1,079.00'. `amount` is a decimal number as text. Never rounds: shows an amount's cents even if the currency has
 * none.
 */
export function money(amount: string, currency: string): string {
  const decimals = amount.replace(/^[^.]*\.?/, '').replace(/0+$/, '').length;
  const usual = amountFormat(currency);
  const max = usual.resolvedOptions().maximumFractionDigits ?? 2;
  const format = decimals > max ? amountFormat(currency, Math.max(decimals, 2)) : usual;
  // Format the text: a number would lose digits.
  return format.format(amount as `${number}`).replace(/\s/g, ' ');
}

const amountFormat = (currency: string, minimumFractionDigits?: number) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay: 'code', minimumFractionDigits });
