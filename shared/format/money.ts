/**
 * An amount as a bill says it: 'NZD 1,079.00', 'JPY 7,900'. It is never rounded: an amount with cents keeps them also in a
 * currency that has none.
 *
 * @param amount a decimal number in text, as an order keeps it: '1079.00'
 * @param currency of ISO 4217
 */
export function money(amount: string, currency: string): string {
  const decimals = amount.replace(/^[^.]*\.?/, '').replace(/0+$/, '').length;
  const usual = amountFormat(currency);
  const most = usual.resolvedOptions().maximumFractionDigits ?? 2;
  const format = decimals > most ? amountFormat(currency, Math.max(decimals, 2)) : usual;
  // Text is formatted digit by digit; a number would have lost some on the way.
  return format.format(amount as `${number}`).replace(/\s/g, ' ');
}

const amountFormat = (currency: string, minimumFractionDigits?: number) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay: 'code', minimumFractionDigits });
