import { type MailEntry, type OrderDetails, releasedDocument } from 'shared/api/orderDetails';
import { orderStatus } from 'shared/rules/orderStatus';
import { may, type Role } from 'shared/rules/permissions';
import { mailDisplay } from '../documents/mails.tsx';
import { asksCustomer } from '../messages/MessageComposer.tsx';

export type PrimaryAction = 'reply' | 'pack' | 'assign' | 'upload' | 'correct' | 'complete' | 'refund' | 'next';

/** States of a mail that is queued or, as far as is known, was sent. */
const outStates: readonly MailEntry['state'][] = ['queued', 'sent', 'delivered', 'opened', 'complained'];

export const newestDocumentMail = ({ mailHistory }: OrderDetails) =>
  mailHistory.find(({ kind, state }) => kind === 'approval' && state !== 'cancelled');

/** The header's next action (rule 9.20), or null if the header has no button for it. */
export function primaryAction(
  order: OrderDetails,
  { role, movedTo, takesMessage }: { role: Role | null; movedTo?: string | undefined; takesMessage?: boolean },
): PrimaryAction | null {
  const { process_status: status, assign_to, customer_wrote, customerMessages } = order;
  const document = releasedDocument(order.uploadDoc);
  const mail = newestDocumentMail(order);
  const assigns = may(role, 'order.assign');
  const next = assigns ? 'next' : null;
  // Restore replaces the moves, so it is not in the header.
  if (status === 'Deleted') return may(role, 'order.restore') ? null : next;
  if (assign_to === null && orderStatus[status].claimable && assigns) return 'assign';
  if (customer_wrote && may(role, 'order.handle')) return 'reply';
  if (takesMessage) return 'next';
  if (status === 'ChargeBack' && may(role, 'order.evidence')) return 'pack';
  if (status === 'Refunds') return may(role, 'order.refund') ? 'refund' : null;
  if (status === 'Completed' && !document) return 'upload';
  if (document && mail && mailDisplay(mail).nextStep === 'Correct the address') return 'correct';
  if (status === 'Completed' || status === 'Completed Refunds' || status === 'Pending') return next;
  if (document && mail && outStates.includes(mail.state) && orderStatus[status].open) return 'complete';
  const waitsForAnswer = asksCustomer(status) && customerMessages[0]?.kind === 'question';
  return waitsForAnswer || status === movedTo ? next : 'upload';
}
