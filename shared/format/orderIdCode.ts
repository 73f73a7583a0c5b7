/** The order id in the URL of an order's page: doubled, then base64 (rule 19.6). */

/** '100471' → 'MjAwOTQy'. */
export function encodeOrderId(orderId: string): string {
  return btoa(String(BigInt(orderId) * 2n));
}

/** The order id, or null if invalid. */
export function decodeOrderId(code: string): string | null {
  try {
    const doubled = atob(code);
    if (!/^\d{6,19}$/.test(doubled)) return null;
    const value = BigInt(doubled);
    const orderId = String(value / 2n);
    return value % 2n === 0n && /^\d{6,18}$/.test(orderId) ? orderId : null;
  } catch {
    return null;
  }
}

/** The path of an order's page, with base64's `=` escaped. */
export const orderPath = (orderId: string) => `/admin/view-order/${encodeURIComponent(encodeOrderId(orderId))}`;
