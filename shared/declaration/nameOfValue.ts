/** A value as people read it: `commercial_cargo` is Commercial cargo, `nz_defence` NZ defence; what is no such value stays. */
export function nameOfValue(value: string): string {
  const words = value.replace(/_/g, ' ').replace(/^nz\b/, 'NZ');
  return words.charAt(0).toLocaleUpperCase('en') + words.slice(1);
}
