/** The URL of the tracking page (rules 12.4, 16.1). `publicUrl` is the public origin. */
export const trackingUrl = (publicUrl: string, orderId: string) => `${publicUrl}/track-order/${orderId}`;

/** The query string with which an expired document link redirects to the tracking form (rule 16.47). */
export const expiredLinkQuery = '?link=expired';

export const hasExpiredLink = (query: string): boolean => new URLSearchParams(query).get('link') === 'expired';
