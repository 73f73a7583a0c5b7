import type { ChangeEvent, KeyboardEvent } from 'react';
import { messageCalls } from 'shared/api/messageCalls';
import { orderCalls } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { staleOrder } from 'shared/api/staleOrder';
import {
  type AskedMail,
  type CallError,
  Controller,
  deleteDraft,
  mailToastOptions,
  readDraft,
  serverNow,
  useCall,
  useCallForm,
  useDraft,
  useSession,
  useWatch,
} from 'shared/desk';
import { pluralize } from 'shared/format/count';
import { Kbd, SegmentedControl } from 'shared/kit';
import { Button, Field, Note, useOnline } from 'shared/kit/base';
import { questionStatuses, orderStatus, type OrderStatus } from 'shared/rules/orderStatus';
import * as v from 'valibot';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import { refreshOrder } from '../order-detail/useOrder.ts';
import { focusHeading, isCtrlEnter, useFocusedForm } from '../order-detail/focus.ts';
import styles from './CustomerMessages.module.css';

const targets = questionStatuses.map((value) => ({ value, label: orderStatus[value].label }));

/** Statuses that wait for the customer. A move to one can ask a question. */
export type Asking = (typeof questionStatuses)[number];

export const asksCustomer = (status: OrderStatus): status is Asking =>
  (questionStatuses as readonly OrderStatus[]).includes(status);

const own = {
  /** The status to which a question moves the order, unless the order already waits for the customer. */
  updatingStatus: v.picklist(questionStatuses),
  /** The id of the customer's newest message when the member started to write. */
  seen: v.number(),
  /** Whether the text asks for something, such as another photo. */
  asks: v.optional(v.boolean(), false),
};
const draftOfMessage = v.object({ text: v.string(), ...own });
const empty = { text: '', updatingStatus: questionStatuses[0], seen: 0, asks: false } as const;

type MessageForm = ReturnType<typeof useMessageForm>;

/** A reply or a question to the customer, with its draft. */
export function useMessageForm(order: OrderDetails) {
  const { order_id: orderId } = order;
  const memberId = useSession(({ user }) => user?.id ?? 0);
  const draft = { of: 'question', memberId, orderId } as const;
  const form = useCallForm(messageCalls.replyToCustomer, {
    fields: ['text'],
    own,
    defaultValues: readDraft(draft, draftOfMessage) ?? empty,
  });
  const written = { ...empty, ...useWatch({ control: form.control }) };
  const hasText = written.text.trim() !== '';
  useDraft(draft, hasText ? written : null);

  const begin = () => {
    if (!hasText) form.setValue('seen', newestMessage(order));
  };
  return {
    form,
    hasText,
    /** How many messages arrived since the member started to write. */
    newMessages: hasText ? countNewMessages(order, written.seen) : 0,
    asks: written.asks,
    onChange: ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
      begin();
      // The member cleared the text, or typed over all of it.
      if (target.value.length < 2) form.setValue('asks', false);
    },
    write: (text: string, asks: boolean) => {
      begin();
      if (asks) form.setValue('asks', true);
      form.setValue('text', hasText ? `${form.getValues('text')}\n${text}` : text, { shouldDirty: true });
      form.setFocus('text');
      // A phone's window may end above the buttons.
      document.querySelector('form[name=message]')?.scrollIntoView({ block: 'nearest' });
    },
    /** After sending, clears form and draft, but keeps a text that was changed since, in this tab or another. */
    sent: (sent = '') => {
      // Compare trimmed texts, because the API trims.
      const isAsSent = (text = '') => text.trim() === sent.trim();
      if (isAsSent(form.getValues('text'))) {
        form.reset(empty);
        if (document.activeElement?.matches('form[name=message] *')) focusHeading();
      }
      if (isAsSent(readDraft(draft, draftOfMessage)?.text)) deleteDraft(draft);
    },
  };
}

type Messages = Pick<OrderDetails, 'customerMessages'>;

const theirs = ({ customerMessages }: Messages) =>
  customerMessages.filter(({ from }) => from === 'customer').map(({ id }) => id);

/** The id of the customer's newest message, or 0 without one. */
export const newestMessage = (order: Messages) => Math.max(0, ...theirs(order));

/** The number of the customer's messages that are newer than the one seen. */
export const countNewMessages = (order: Messages, seen: number) => theirs(order).filter((id) => id > seen).length;

/** Warns the author of an unsent text that messages have arrived since they started to write. */
export const NewMessagesNote = ({ newMessages }: { newMessages: number }) =>
  newMessages > 0 && (
    <Note kind="warning" role="status">
      {pluralize(newMessages, 'new message')} since you started writing
    </Note>
  );

const whileWritingMs = 20_000;

/** The form of a reply or a question. A question moves the order, unless the order already waits for the customer. */
export function MessageComposer({ order, messageForm }: { order: OrderDetails; messageForm: MessageForm }) {
  const { order_id: orderId, version, process_status: status } = order;
  const { form, hasText, asks, newMessages, onChange, sent } = messageForm;
  const online = useOnline();
  const isWriting = useFocusedForm() === 'message';
  // Poll, to show a message that arrives before the text is sent.
  useCall(
    orderCalls.details,
    { orderId },
    { staleTime: Infinity, refetchInterval: hasText && online && whileWritingMs },
  );
  const reply = useOrderAction(messageCalls.replyToCustomer, {
    failureText: () => 'Your reply was not sent',
    toast: ({ data }) => mailToastOptions({ ...data, orderId }, { orderId, id: data.id }),
    onDone: (_, { text }) => sent(text),
    onFailed: (error) => refetchOnNewMessages(error) || form.setServerErrors(error),
  });
  const ask = useOrderAction(messageCalls.askCustomer, {
    failureText: () => 'Your question was not sent',
    moves: ({ updatingStatus }) => updatingStatus !== undefined,
    // Undo in the toast of a move also withdraws the question.
    toast: ({ data }) => {
      const options = mailToastOptions({ ...data, orderId });
      return data.actionId === null && isSoon(data) ? options : {};
    },
    onDone: (_, { question }) => sent(question),
    onFailed: (error) => {
      const { question: message } = error.fieldErrors;
      if (message) form.setError('text', { message }, { shouldFocus: true });
      return refetchOnNewMessages(error);
    },
  });
  const pending = reply.pending || ask.pending;
  const refused = !online
    ? 'You are offline. What you typed is kept.'
    : status === 'Deleted' && 'This order is deleted. Restore it first.';

  const sendReply = form.handleSubmit(async ({ text }) => {
    if (!pending) await reply.run({ orderId, text, version });
  });
  const sendQuestion = async () => {
    const { text = '', updatingStatus } = form.getValues();
    if (pending) return;
    const message = v.safeParse(messageCalls.askCustomer.input.entries.question, text).issues?.[0].message;
    if (message) return form.setError('text', { message }, { shouldFocus: true });
    await ask.run({ orderId, question: text, version, ...(!asksCustomer(status) && { updatingStatus }) });
  };
  // Ctrl Enter asks if the text does, or if the order waits for the customer to answer. Otherwise it replies.
  const isReplyFirst =
    !asks && (order.customer_wrote || !asksCustomer(status) || order.customerMessages[0]?.kind === 'reply');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') focusHeading();
    if (!isCtrlEnter(event)) return;
    event.preventDefault();
    if (!event.repeat && refused === false) void (isReplyFirst ? sendReply() : sendQuestion());
  };

  return (
    <form
      noValidate
      name="message"
      aria-label="Write to the customer"
      className={styles.form}
      onSubmit={sendReply}
      onKeyDown={onKeyDown}
    >
      <Field
        rows={3}
        label="Message to the customer"
        dir="auto"
        hint="The customer sees this on their tracking page and gets an email about it."
        error={form.formState.errors.text?.message}
        {...form.register('text', { onChange })}
      />
      <NewMessagesNote newMessages={newMessages} />
      {!asksCustomer(status) && (
        <Controller
          control={form.control}
          name="updatingStatus"
          render={({ field }) => (
            <div className={styles.move}>
              <span aria-hidden>Asking a question moves the order to</span>
              <SegmentedControl
                label="Asking a question moves the order to"
                options={targets}
                value={field.value}
                onChange={field.onChange}
              />
            </div>
          )}
        />
      )}
      <div className={styles.send}>
        <Button
          type="submit"
          variant={isWriting && isReplyFirst ? 'contained' : 'outlined'}
          aria-busy={reply.pending}
          aria-keyshortcuts={isReplyFirst ? 'Control+Enter' : undefined}
          disabled={refused !== false}
        >
          {reply.pending ? 'Sending…' : 'Reply'}
          {isReplyFirst && !reply.pending && <Kbd>Ctrl Enter</Kbd>}
        </Button>
        <Button
          variant={isWriting && !isReplyFirst ? 'contained' : 'outlined'}
          aria-busy={ask.pending}
          aria-keyshortcuts={isReplyFirst ? undefined : 'Control+Enter'}
          disabled={refused !== false}
          onClick={() => void sendQuestion()}
        >
          {ask.pending ? 'Asking…' : 'Ask the customer'}
          {!isReplyFirst && !ask.pending && <Kbd>Ctrl Enter</Kbd>}
        </Button>
        {(refused || hasText) && <span className={styles.when}>{refused || 'Draft saved on this device'}</span>}
      </div>
    </form>
  );
}

/** Whether a mail is due within a minute. If an earlier mail delays it beyond that, only Email History offers Undo. */
const isSoon = ({ dueAt }: AskedMail) => dueAt === null || Date.parse(dueAt) - serverNow() < 60_000;

/**
 * Whether new customer messages are the only cause of a conflict. If so, refetches the order; otherwise the caller
 * opens the conflict dialog.
 */
export function refetchOnNewMessages({ httpStatus, body }: CallError): boolean {
  if (httpStatus !== 409) return false;
  const stale = v.safeParse(staleOrder, body?.data);
  const isCrossing =
    stale.success && stale.output.changes.every(({ field, by }) => field === 'customer_message' && by === null);
  if (isCrossing) void refreshOrder();
  return isCrossing;
}
