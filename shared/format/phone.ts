/** '+64 21 000 0128': plus, country code, number; '-' where either is missing (rules 19.5). */
export const formatPhone = (countryCode: string | null, number: string | null): string =>
  countryCode && number ? `+${countryCode.replace(/\D/g, '')} ${number}` : '-';
