import type { OrderDetails } from 'shared/api/orderDetails';
import { isCustomerAddress, notCustomerAddress } from 'shared/rules/customerAddress';

/** Warns under the field of an address that the customer has not given; undefined: there is nothing to warn of. */
export const otherAddressHint = (
  typed: string | undefined,
  { email, contact_email_address }: Pick<OrderDetails, 'email' | 'contact_email_address'>,
): string | undefined =>
  typed?.includes('@') && !isCustomerAddress(typed, [email, contact_email_address])
    ? `${notCustomerAddress}. The customer gave ${contact_email_address ?? email}.`
    : undefined;
