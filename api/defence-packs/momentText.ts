/** A moment as ISO 8601 in UTC with all six digits of its second's fraction: of two such texts the earlier one sorts first. */
export function momentText(at: string | Date): string {
  const iso = typeof at === 'string' ? at : at.toISOString();
  const [, whole = iso, fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(iso) ?? [];
  return `${whole}.${fraction.padEnd(6, '0').slice(0, 6)}Z`;
}
