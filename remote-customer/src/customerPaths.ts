/** Where an order is looked for, its id filled in. */
export const trackOrderPath = (orderId: string) => `/track-order/${encodeURIComponent(orderId)}`;

/** Where a found order is shown. */
export const completedOrderPath = (orderId: string) => `/get-new-order-details/${encodeURIComponent(orderId)}`;
