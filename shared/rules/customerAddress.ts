/** Distinguishes an order's own email addresses from others: rule 12.24. */

export const isSameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

export const isCustomerAddress = (recipient: string, orderAddresses: readonly (string | null)[]): boolean =>
  orderAddresses.some((address) => address !== null && isSameAddress(recipient, address));

export const otherAddressError = 'This address isn’t on the order';
