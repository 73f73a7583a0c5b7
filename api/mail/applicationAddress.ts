/** "Application email of an order": the order id at the fixed mail domain (requirements section 3). */
export const applicationAddress = (orderId: string, mailDomain: string) => `${orderId}@${mailDomain}`;
