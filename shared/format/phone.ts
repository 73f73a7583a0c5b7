/** '+64 21 000 0128': plus, country code, number; '-' without a number (rules 19.5). */
export function formatPhone(countryCode: string | null, number: string | null): string {
  if (!number) return '-';
  return countryCode ? `+${countryCode.replace(/\D/g, '')} ${number}` : number;
}
