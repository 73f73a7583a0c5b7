import { documentCalls } from 'shared/api/documentCalls';
import { mailProviders, type MailServiceProvider } from 'shared/api/fields';
import { mailCalls } from 'shared/api/mailCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { CallError, mailToast, sendWithRetry, serverNow, toastError, toastSuccess, useCall } from 'shared/desk';
import { OutboxNote, SegmentedControl } from 'shared/kit';
import { isCustomerAddress, notCustomerAddress } from 'shared/rules/customerAddress';
import { refreshOrder } from '../order-detail/useOrder.ts';

const options = mailProviders.map((provider) => ({ value: provider, label: provider }));

interface ProviderChoiceProps {
  label: string;
  value: MailServiceProvider;
  onChange: (provider: MailServiceProvider) => void;
}

/** AWS or Sendgrid, chosen for each send. */
export function ProviderChoice({ label, value, onChange }: ProviderChoiceProps) {
  return <SegmentedControl label={label} options={options} value={value} onChange={onChange} />;
}

/** Warns that mail by this provider reaches nobody yet. */
export function ProviderNote({ provider }: { provider: MailServiceProvider }) {
  const { data } = useCall(documentCalls.mailProviders, {});
  return <OutboxNote providers={data?.data} provider={provider} />;
}

/** Warns under the field of an address that the customer has not given; undefined: there is nothing to warn of. */
export const otherAddressHint = (
  typed: string | undefined,
  { email, contact_email_address }: Pick<OrderDetails, 'email' | 'contact_email_address'>,
): string | undefined =>
  typed?.includes('@') && !isCustomerAddress(typed, [email, contact_email_address])
    ? `${notCustomerAddress}. The customer gave ${contact_email_address ?? email}.`
    : undefined;

/** A mail as the call that asked for it tells of it. */
interface AskedMail {
  mailId: number;
  /** Until then it can be taken back; null: it goes at once. */
  dueAt: string | null;
}

/**
 * What a toast takes to offer Undo of a mail for as long as it waits (rules 12.11); nothing of one that went at once. Made
 * for the `toast` of `useOrderAction`.
 */
export function mailChoice(orderId: string, { mailId, dueAt }: AskedMail) {
  const goesAt = dueAt === null ? 0 : Date.parse(dueAt);
  const waits = goesAt - serverNow();
  if (waits <= 0) return {};
  const offered = {
    // A toast stands still under the mouse; the mail does not wait for it.
    subscribe: (changed: () => void) => {
      const timer = setTimeout(changed, goesAt - serverNow());
      return () => clearTimeout(timer);
    },
    holds: () => serverNow() < goesAt,
  };
  const action = { label: 'Undo', run: () => void takeBack(orderId, mailId), offered };
  return { id: mailToast(mailId), lasts: waits, action };
}

/** Takes a mail back and says so, or why it is too late. Pressed twice it is one request. */
async function takeBack(orderId: string, mailId: number): Promise<void> {
  const id = mailToast(mailId);
  // The toast leaves with the button that had the focus.
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  try {
    const { message } = await sendWithRetry(mailCalls.cancel, { mailId }, { idempotencyKey: `${id} undo` });
    toastSuccess(message, { id });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    // A dead session has had its toast.
    if (error.httpStatus === 401) return;
    const mayWork = error.httpStatus === 0 || error.httpStatus >= 500;
    const retry = { action: { label: 'Retry', run: () => void takeBack(orderId, mailId) } };
    toastError(error.message, { id, ...(mayWork && retry) });
  }
  await refreshOrder();
}
