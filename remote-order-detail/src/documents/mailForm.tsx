import { documentCalls } from 'shared/api/documentCalls';
import { mailProviders, type MailServiceProvider } from 'shared/api/fields/fields';
import type { OrderDetails } from 'shared/api/orderDetails';
import { useCall } from 'shared/desk';
import { OutboxNote, SegmentedControl } from 'shared/kit';
import { isCustomerAddress, otherAddressError } from 'shared/rules/customerAddress';

const options = mailProviders.map((provider) => ({ value: provider, label: provider }));

interface ProviderChoiceProps {
  label: string;
  value: MailServiceProvider;
  onChange: (provider: MailServiceProvider) => void;
}

export function ProviderChoice({ label, value, onChange }: ProviderChoiceProps) {
  return <SegmentedControl label={label} options={options} value={value} onChange={onChange} />;
}

export function ProviderNote({ provider }: { provider: MailServiceProvider }) {
  const { data } = useCall(documentCalls.mailProviders, {});
  return <OutboxNote providers={data?.data} provider={provider} />;
}

/** A warning for an address that the customer has not given. */
export const otherAddressHint = (
  typed: string | undefined,
  { email, contact_email_address }: Pick<OrderDetails, 'email' | 'contact_email_address'>,
): string | undefined =>
  typed?.includes('@') && !isCustomerAddress(typed, [email, contact_email_address])
    ? `${otherAddressError}. The customer gave ${contact_email_address ?? email}.`
    : undefined;
