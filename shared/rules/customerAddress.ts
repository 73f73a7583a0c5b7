/** The customer's addresses of an order: rules 12.24. */

export const isSameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Whether a mail's recipient is an address that the customer gave with the order. */
export const isCustomerAddress = (recipient: string, given: readonly (string | null)[]): boolean =>
  given.some((address) => address !== null && isSameAddress(recipient, address));

export const notCustomerAddress = 'Not an address of this order';
