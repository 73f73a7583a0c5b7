/**
 * The IANA name in an `X-Timezone` header, else null (rules 16.15). A time zone of the browser's own list is
 * one that Intl knows; Intl also takes offsets such as "+02:00", which are no names.
 */
export function timeZoneOf(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string' || !/^[A-Za-z]{2}[\w+-]*(\/[\w+-]+)*$/.test(header) || header.length > 64) return null;
  try {
    new Intl.DateTimeFormat('en', { timeZone: header });
    return header;
  } catch {
    return null;
  }
}
