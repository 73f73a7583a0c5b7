/** The detail route's encoding of an order id: doubled, then base64 (rules 19.6), with BigInt. */

/** '100471' → 'MjAwOTQy'. */
export function encodeOrderId(orderId: string): string {
  return btoa(String(BigInt(orderId) * 2n));
}

/** The order id of a route's code, or null when it is not one. */
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

/** The address of an order's page. Base64's `=` and `/` must not break the path. */
export const orderPath = (orderId: string) => `/admin/view-order/${encodeURIComponent(encodeOrderId(orderId))}`;
