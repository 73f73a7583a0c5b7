/** Where a customer follows their order, `publicUrl` being the customers' origin (rules 12.4, 16.1). */
export const trackingAddress = (publicUrl: string, orderId: string) => `${publicUrl}/track-order/${orderId}`;
