/** The comment form: its fields, its inputs, and the calls that send it. */
import { type KeyboardEvent, useRef, useState } from 'react';
import type { CallInput } from 'shared/api/call';
import { messageCalls } from 'shared/api/messageCalls';
import { orderCalls, type remarkInput } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import type { RefundFields as Typed } from 'shared/api/refundDetails';
import {
  type CallForm,
  Controller,
  type DraftKey,
  deleteDraft,
  mailToastOptions,
  readDraft,
  useSession,
} from 'shared/desk';
import { Checkbox, Kbd } from 'shared/kit';
import { Button, Field, useOnline } from 'shared/kit/base';
import { type MoveTarget, orderStatus } from 'shared/rules/orderStatus';
import * as v from 'valibot';
import { type Asking, refetchOnNewMessages } from '../messages/MessageComposer.tsx';
import { useFocusedForm } from '../order-detail/focus.ts';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import styles from './Composer.module.css';

export const remarkFlags = [
  { input: 'whatsapp', entry: 'whatsapp', label: 'Whatsapp' },
  { input: 'telephone', entry: 'telephone', label: 'Telephone' },
  { input: 'statusRefund', entry: 'status_refund', label: 'Refund' },
  { input: 'voided', entry: 'voided', label: 'Voided' },
  { input: 'chargeBack', entry: 'chargeback', label: 'Chargeback' },
] as const;

const refundLabels: Readonly<Record<keyof Typed, string>> = {
  amount: 'Refund amount',
  currency: 'Currency',
  reference: 'Gateway reference',
  reason: 'Reason (shown to the customer)',
};
const refundNames = Object.keys(refundLabels) as (keyof Typed)[];

const ticked = v.optional(v.boolean(), false);
const typed = v.optional(v.string());

/** The form's fields: flags as booleans, and refund details as typed. */
export const remarkFormFields = {
  whatsapp: ticked,
  telephone: ticked,
  statusRefund: ticked,
  voided: ticked,
  chargeBack: ticked,
  refund: v.optional(v.object({ amount: typed, currency: typed, reference: typed, reason: typed }), {}),
};
const remarkDraft = v.object({ remark: v.string(), ...remarkFormFields });
type RemarkForm = v.InferOutput<typeof remarkDraft>;
type AddRemark = CallInput<typeof orderCalls.addRemark>;
export type RemarkFormApi = CallForm<Pick<typeof remarkInput.entries, 'remark'> & typeof remarkFormFields>;

export const emptyRemark: RemarkForm = v.parse(remarkDraft, { remark: '' });

/** Ignores refund details, which cannot be sent without the Refund flag. */
export const isEmptyRemark = ({ remark, ...form }: RemarkForm) =>
  remark.trim() === '' && remarkFlags.every(({ input }) => !form[input]);

export const readRemarkDraft = (key: DraftKey): RemarkForm => readDraft(key, remarkDraft) ?? emptyRemark;

/** Deletes a sent draft unless it was changed since. */
export function deleteSentDraft(key: DraftKey, sent: AddRemark) {
  if (matchesSent(readRemarkDraft(key), sent)) deleteDraft(key);
}

export function addRemarkInput(
  form: RemarkForm,
  about: Pick<AddRemark, 'orderId' | 'updatingStatus' | 'version' | 'refund'>,
): AddRemark {
  const flags = Object.fromEntries(remarkFlags.map(({ input }) => [input, form[input] ? 'Y' : '']));
  return { ...about, remark: form.remark, remarkerName: useSession.getState().user?.name, ...flags };
}

/** Compares trimmed texts, because the API trims. */
const matchesSent = (written: RemarkForm, sent: AddRemark): boolean =>
  written.remark.trim() === (sent.remark ?? '').trim() &&
  remarkFlags.every(({ input }) => written[input] === (sent[input] === 'Y')) &&
  (!sent.refund || refundNames.every((name) => (written.refund[name] ?? '') === (sent.refund?.[name] ?? '')));

/** The flags of a remark, and the button that sends it. */
export function RemarkTicks({ form, pending }: { form: RemarkFormApi; pending: boolean }) {
  const online = useOnline();
  const writing = useFocusedForm();
  return (
    <div className={styles.ticks}>
      {remarkFlags.map(({ input, label }) => (
        <Controller
          key={input}
          control={form.control}
          name={input}
          render={({ field: { value, ref, ...field } }) => (
            <label className={styles.tick}>
              <Checkbox {...field} checked={value ?? false} slotProps={{ input: { ref } }} />
              {label}
            </label>
          )}
        />
      ))}
      <span className={styles.send}>
        {!online && <span className="hint">You are offline. What you typed is kept.</span>}
        <Button
          type="submit"
          variant={writing === 'comment' ? 'contained' : 'outlined'}
          size="small"
          aria-keyshortcuts="Control+Enter"
          aria-busy={pending}
          disabled={!online}
        >
          Comment <Kbd>Ctrl Enter</Kbd>
        </Button>
      </span>
    </div>
  );
}

interface RefundFieldsProps {
  typed: Typed;
  error: string | undefined;
  onType: (typed: Typed) => void;
}

/** Optional details, sent only with a move to Refunds. */
export function RefundFields({ typed, error, onType }: RefundFieldsProps) {
  return (
    <fieldset className={styles.refund} onKeyDown={sendNothing}>
      <legend className={styles.legend}>Refund details (optional). Saved only with a move to Refunds.</legend>
      {refundNames.map((name) => (
        <Field
          key={name}
          label={refundLabels[name]}
          dir="auto"
          autoComplete="off"
          error={name === 'amount' ? error : undefined}
          inputMode={name === 'amount' ? 'decimal' : undefined}
          value={typed[name] ?? ''}
          onChange={({ target }) => onType({ ...typed, [name]: target.value })}
        />
      ))}
    </fieldset>
  );
}

/** Stops Enter from submitting the comment without these details. Ctrl Shift Enter still focuses the moves. */
function sendNothing(event: KeyboardEvent) {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  if (!event.shiftKey) event.stopPropagation();
}

/** 'newMessages': a new message from the customer is shown first. 'refused': a dialog, a toast or the form says why. */
export type MoveOutcome = 'moved' | 'newMessages' | 'refused';

/** The call in progress: a comment, or the target of a move with or without a comment. Null if there is none. */
export type PendingRemark = 'comment' | MoveTarget | null;

/**
 * Sends a comment, a move, or both. Both go in one call, unless the move asks a question. After a success, clears the
 * sent fields in form and draft. Refund details are sent only with a move to Refunds. `onNotAdded` is called after a
 * comment without a move has failed, except for a conflict, which has its own dialog.
 */
export function useRemarkActions(order: OrderDetails, form: RemarkFormApi, draft: DraftKey, onNotAdded: () => void) {
  const [pending, setPending] = useState<PendingRemark>(null);
  const { order_id: orderId, version } = order;
  const written = (): RemarkForm => ({ ...emptyRemark, ...form.getValues() });

  const remark = useOrderAction(orderCalls.addRemark, {
    failureText: ({ updatingStatus }) =>
      updatingStatus
        ? `Your move to ${orderStatus[updatingStatus].label} and your comment weren’t saved`
        : 'Your comment wasn’t added',
    moves: ({ updatingStatus }) => updatingStatus !== undefined,
    onDone: (_, sent) => {
      const { refund } = written();
      // Keep refund details that were not sent.
      if (matchesSent(written(), sent)) form.reset({ ...emptyRemark, ...(!sent.refund && { refund }) });
      deleteSentDraft(draft, sent);
    },
    onFailed: (error, { updatingStatus }) => {
      form.setServerErrors(error);
      if (!updatingStatus && error.httpStatus !== 409) onNotAdded();
    },
  });
  const moveOnly = useOrderAction(orderCalls.move, {
    failureText: ({ updatingStatus }) => `Your move to ${orderStatus[updatingStatus].label} wasn’t saved`,
    moves: () => true,
    onDone: (_, sent) => {
      if (sent.refund) form.setValue('refund', {});
    },
    onFailed: form.setServerErrors,
  });

  const hasNewMessages = useRef(false);
  const ask = useOrderAction(messageCalls.askCustomer, {
    failureText: ({ updatingStatus }) => `Your move to ${orderStatus[updatingStatus!].label} wasn’t saved`,
    moves: () => true,
    // Called only to record the email: the toast offers the move's Undo.
    toast: ({ data }) => {
      mailToastOptions({ ...data, orderId });
      return {};
    },
    onFailed: (error) => (hasNewMessages.current = refetchOnNewMessages(error)),
  });

  const runOnce = async (what: PendingRemark, run: () => Promise<unknown>): Promise<boolean> => {
    if (pending !== null) return false;
    setPending(what);
    try {
      return Boolean(await run());
    } finally {
      setPending(null);
    }
  };

  const comment = (form: RemarkForm) =>
    runOnce('comment', () => remark.run(addRemarkInput(form, { orderId, version })));

  const move = async (target: MoveTarget, question = ''): Promise<MoveOutcome> => {
    const now = written();
    const isCommented = now.remark.trim() !== '';
    const moveAtOnce = () => {
      const isRefund = target === 'Refunds' && now.statusRefund;
      const about = { orderId, updatingStatus: target, version, ...(isRefund && { refund: now.refund }) };
      form.clearErrors('refund');
      return isCommented ? remark.run(addRemarkInput(now, about)) : moveOnly.run(about);
    };
    /** Sends the comment first, so that the last toast is about the move and the question's email. */
    const moveWithQuestion = async () => {
      const added = isCommented ? await remark.run(addRemarkInput(now, { orderId, version })) : { data: { version } };
      return added && ask.run({ orderId, question, updatingStatus: target as Asking, version: added.data.version });
    };

    if (isCommented && !(await form.trigger('remark', { shouldFocus: true }))) return 'refused';
    hasNewMessages.current = false;
    const isMoved = await runOnce(target, question.trim() === '' ? moveAtOnce : moveWithQuestion);
    return isMoved ? 'moved' : hasNewMessages.current ? 'newMessages' : 'refused';
  };

  return { comment, move, pending };
}
