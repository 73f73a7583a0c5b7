import * as v from 'valibot';
import type { CallInput } from 'shared/api/call';
import type { orderCalls, remarkInput } from 'shared/api/orderCalls';
import { useSession, type CallForm } from 'shared/desk';

/** The five ticks of a remark, in their order, with the names that the call and the entries of the history give them. */
export const remarkFlags = [
  { input: 'whatsapp', entry: 'whatsapp', label: 'Whatsapp' },
  { input: 'telephone', entry: 'telephone', label: 'Telephone' },
  { input: 'statusRefund', entry: 'status_refund', label: 'Refund' },
  { input: 'voided', entry: 'voided', label: 'Voided' },
  { input: 'chargeBack', entry: 'chargeback', label: 'Chargeback' },
] as const;

const ticked = v.optional(v.boolean(), false);
const typed = v.optional(v.string());

/** The details of a refund as they are typed; the API judges them. */
export const typedRefund = v.optional(
  v.object({ amount: typed, currency: typed, reference: typed, reason: typed }),
  {},
);

/** The flags of the call as a person sets them, on or off, and the details of a refund. */
export const remarkOwn = {
  whatsapp: ticked,
  telephone: ticked,
  statusRefund: ticked,
  voided: ticked,
  chargeBack: ticked,
  refund: typedRefund,
};
type RemarkEntries = Pick<typeof remarkInput.entries, 'remark'> & typeof remarkOwn;
export type RemarkForm = v.InferOutput<v.ObjectSchema<RemarkEntries, undefined>>;
export type RemarkFields = v.InferInput<v.ObjectSchema<RemarkEntries, undefined>>;
export type RemarkFormApi = CallForm<RemarkEntries>;

export const emptyRemark: RemarkForm = {
  remark: '',
  whatsapp: false,
  telephone: false,
  statusRefund: false,
  voided: false,
  chargeBack: false,
  refund: {},
};

/** Details of a refund alone are none: they do not show while Refund is not ticked. */
export const isEmptyRemark = (form: RemarkFields) =>
  (form.remark ?? '').trim() === '' && remarkFlags.every(({ input }) => !form[input]);

/** The form as the call takes it. */
export function addRemarkInput(
  form: RemarkForm,
  about: Pick<CallInput<typeof orderCalls.addRemark>, 'orderId' | 'updatingStatus' | 'version' | 'refund'>,
): CallInput<typeof orderCalls.addRemark> {
  const flags = Object.fromEntries(remarkFlags.map(({ input }) => [input, form[input] ? 'Y' : '']));
  return { ...about, remark: form.remark, remarkerName: useSession.getState().user?.name, ...flags };
}
