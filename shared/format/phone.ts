/** '+64 21 000 0128': plus, country code, number. The number alone without a country code, '-' without a number (rules 19.5). */
export const formatPhone = (countryCode: string | null, number: string | null): string =>
  !number ? '-' : countryCode ? `+${countryCode.replace(/\D/g, '')} ${number}` : number;
