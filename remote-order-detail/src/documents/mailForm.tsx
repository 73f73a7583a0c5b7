/** Shared by the forms that send a document or an invoice: provider choice, address hint and resending. */
import { documentCalls } from 'shared/api/documentCalls';
import { mailProviders, type MailServiceProvider } from 'shared/api/fields/fields';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { type MailEntry, type OrderDetails, releasedDocument } from 'shared/api/orderDetails';
import { type CallError, mailToastOptions, useCall } from 'shared/desk';
import { OutboxNote, SegmentedControl } from 'shared/kit';
import { isCustomerAddress, otherAddressError } from 'shared/rules/customerAddress';
import { useOrderAction, useOrderActions } from '../order-detail/useOrderAction.ts';

const providers = mailProviders.map((provider) => ({ value: provider, label: provider }));

interface ProviderChoiceProps {
  label: string;
  value: MailServiceProvider;
  onChange: (provider: MailServiceProvider) => void;
}

export const ProviderChoice = (choice: ProviderChoiceProps) => <SegmentedControl options={providers} {...choice} />;

export function ProviderNote({ provider }: { provider: MailServiceProvider }) {
  const { data } = useCall(documentCalls.mailProviders, {});
  return <OutboxNote providers={data?.data} provider={provider} />;
}

/** A warning if the customer did not give this address. */
export const otherAddressHint = (
  typed: string | undefined,
  { email, contact_email_address }: Pick<OrderDetails, 'email' | 'contact_email_address'>,
): string | undefined =>
  typed?.includes('@') && !isCustomerAddress(typed, [email, contact_email_address])
    ? `${otherAddressError}. The customer gave ${contact_email_address ?? email}.`
    : undefined;

type MailKind = MailEntry['kind'];

export const isResendable = (kind: MailKind) => kind === 'approval' || kind === 'invoice';

/** Why an order's mail cannot be resent (rules 12.7, 12.9); null if it can. The API checks everything else. */
export function resendRefusal(
  { uploadDoc, process_status }: Pick<OrderDetails, 'uploadDoc' | 'process_status'>,
  kind: MailKind = 'approval',
): string | null {
  if (!isResendable(kind)) return 'Only an email with a document can be sent again.';
  if (process_status === 'Deleted') return 'This order is deleted. Restore it first.';
  if (kind === 'invoice') return null;
  return releasedDocument(uploadDoc) === undefined ? 'This order has no document to send. Upload one first.' : null;
}

interface Resend {
  orderId: string;
  email: string;
  mailServiceProvider: MailServiceProvider;
}

/**
 * Resends an order's newest document or invoice (rule 12.22); the toast can cancel the queued email. During the
 * cooldown, `run` does nothing and returns null.
 */
export function useResend(kind: MailKind, onFailed?: (error: CallError) => void) {
  const { orderId, mailCooldown } = useOrderActions();
  const isInvoice = kind === 'invoice';
  const { run, pending } = useOrderAction(isInvoice ? invoiceCalls.send : documentCalls.resend, {
    failureText: () => `The ${isInvoice ? 'invoice' : 'document'} was not sent again`,
    onFailed,
    toast: ({ data }) => mailToastOptions({ ...data, orderId }),
  });
  return {
    pending,
    run: async (input: Resend) => {
      if (mailCooldown.isActive()) return null;
      const answer = await run(input);
      if (answer) mailCooldown.start();
      return answer;
    },
  };
}
