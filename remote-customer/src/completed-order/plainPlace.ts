/** What says something to a traveller of where a download came from: rules 16.9. */

/** 'America/New_York' → 'America/New York'; '-' for a time zone that is no place, such as UTC. */
export function placeOf(timezone: string | null): string {
  if (!timezone?.includes('/') || timezone.startsWith('Etc/')) return '-';
  return timezone.replaceAll('_', ' ');
}

/** Of the device itself, of a link, or of a network that is somebody's own: as an address they mean nothing. */
const ownNetwork =
  /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|0\.0\.0\.0$|::1?$|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/i;

/** An address on the internet as it is; '-' for any other. */
export const publicAddress = (ip: string) => (ownNetwork.test(ip) ? '-' : ip);
