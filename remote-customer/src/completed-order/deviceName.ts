/**
 * 'Safari-iPhone-mobile' → 'Safari on iPhone, mobile'. The API's string is browser, device and device type, parted by
 * dashes (rules 16.10); what it could not tell is left out.
 */
export function deviceName(browser: string): string {
  const known = (part: string | undefined) => (part && part.toLowerCase() !== 'unknown' ? part : null);
  const parts = browser.split('-');
  const type = known(parts.length > 2 ? parts.at(-1) : undefined);
  const device = known(parts.length > 1 ? parts.at(parts.length > 2 ? -2 : -1) : undefined);
  const name = known(parts.slice(0, Math.max(1, parts.length - 2)).join('-'));
  const nameOnDevice = [name, device].filter(Boolean).join(' on ');
  return [nameOnDevice, type].filter(Boolean).join(', ') || 'Unknown';
}
