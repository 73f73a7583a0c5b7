import type { UseFormReturn } from 'react-hook-form';
import * as v from 'valibot';
import type { CallInput } from 'shared/api/call';
import { remarkInput, type orderCalls } from 'shared/api/orderCalls';
import type { MoveTarget } from 'shared/rules/orderStatus';

/** The five ticks of a remark, in their order, with the names that the call and the entries of the history give them. */
export const remarkFlags = [
  { input: 'whatsapp', entry: 'whatsapp', label: 'Whatsapp' },
  { input: 'telephone', entry: 'telephone', label: 'Telephone' },
  { input: 'statusRefund', entry: 'status_refund', label: 'Refund' },
  { input: 'voided', entry: 'voided', label: 'Voided' },
  { input: 'chargeBack', entry: 'chargeback', label: 'Chargeback' },
] as const;

const ticked = v.optional(v.boolean(), false);

/** What a person writes: the contract's text, and ticks that are on or off. */
export const remarkForm = v.object({
  remark: remarkInput.entries.remark,
  whatsapp: ticked,
  telephone: ticked,
  statusRefund: ticked,
  voided: ticked,
  chargeBack: ticked,
});
export type RemarkForm = v.InferOutput<typeof remarkForm>;
export type RemarkFields = v.InferInput<typeof remarkForm>;
export type RemarkFormApi = UseFormReturn<RemarkFields, unknown, RemarkForm>;

export const emptyRemark: RemarkForm = {
  remark: '',
  whatsapp: false,
  telephone: false,
  statusRefund: false,
  voided: false,
  chargeBack: false,
};

export const isEmptyRemark = (form: RemarkFields) =>
  (form.remark ?? '').trim() === '' && remarkFlags.every(({ input }) => !form[input]);

/** The form as the call takes it. */
export function addRemarkInput(
  form: RemarkForm,
  about: { orderId: string; updatingStatus?: MoveTarget; version?: number },
): CallInput<typeof orderCalls.addRemark> {
  const flags = Object.fromEntries(remarkFlags.map(({ input }) => [input, form[input] ? 'Y' : '']));
  return { ...about, remark: form.remark, ...flags };
}
