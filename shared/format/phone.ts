/** '+64 21 000 0128' (rule 19.5). Without a country code, the number alone; without a number, '-'. */
export const formatPhone = (countryCode: string | null, number: string | null): string =>
  !number ? '-' : countryCode ? `+${countryCode.replace(/\D/g, '')} ${number}` : number;
