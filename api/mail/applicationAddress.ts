/** "Application email of an order": the order id at the fixed mail domain (rules 12.6). */
export const applicationAddress = (orderId: string, mailDomain: string) => `${orderId}@${mailDomain}`;
