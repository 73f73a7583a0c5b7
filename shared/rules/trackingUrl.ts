/** The URL of the tracking page (rules 12.4, 16.1). `publicUrl` is the public origin. */
export const trackingUrl = (publicUrl: string, orderId: string) => `${publicUrl}/track-order/${orderId}`;
