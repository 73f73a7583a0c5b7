import { FileText, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { longestQuestion, messageCalls } from 'shared/api/messageCalls';
import type { CustomerMessageEntry, OrderDetails } from 'shared/api/orderDetails';
import { Controller, forgetDraft, readDraft, useCallForm, useDraft, useSession, useWatch } from 'shared/desk';
import { count } from 'shared/format/count';
import { historyTime } from 'shared/format/dates';
import { BidiName, SegmentedControl } from 'shared/kit';
import { Button, Field, useOnline } from 'shared/kit/base';
import { askingStatuses, orderStatus, type OrderStatus } from 'shared/rules/orderStatus';
import * as v from 'valibot';
import { PreviewButton, StoredPreview, documentAddress, fileSize } from '../documents/DocumentPreview.tsx';
import { NoRecord, SectionCard } from '../order-detail/sections/SectionCard.tsx';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import styles from './CustomerMessages.module.css';

/** What we asked the customer and what they answered, newest first, and where more is asked (rules 9.40). */
export function CustomerMessages({ order }: { order: OrderDetails }) {
  const { order_id: orderId, version, customerMessages: messages } = order;
  const [looked, setLooked] = useState<string | null>(null);
  const seen = messages.find(({ file }) => file && file.file1 === looked)?.file;
  const settle = useOrderAction(messageCalls.settleMessages, {
    notDone: () => 'The messages were not marked as dealt with',
  });

  return (
    <SectionCard
      id="messages"
      beside={
        order.customer_wrote && (
          <Button
            variant="outlined"
            size="tiny"
            aria-busy={settle.pending}
            aria-disabled={settle.pending}
            onClick={() => !settle.pending && void settle.run({ orderId, version })}
          >
            Mark as dealt with
          </Button>
        )
      }
    >
      {messages.length === 0 ? (
        <NoRecord icon={MessageCircle}>The customer has not been told here what we need.</NoRecord>
      ) : (
        <ol className={styles.list}>
          {messages.map((message) => (
            <MessageRow
              key={message.id}
              message={message}
              looked={looked}
              onLook={(file1) => setLooked(file1 === looked ? null : file1)}
            />
          ))}
        </ol>
      )}
      {seen && (
        <div className={styles.preview}>
          <StoredPreview file={seen} />
        </div>
      )}
      <AskForm order={order} />
    </SectionCard>
  );
}

interface MessageRowProps {
  message: CustomerMessageEntry;
  /** The file that is looked at. */
  looked: string | null;
  onLook: (file1: string) => void;
}

/** One message: who wrote it and when, its text as it was written, and its file. */
function MessageRow({ message, looked, onLook }: MessageRowProps) {
  const { from, by, origin, create_ts: at, text, file } = message;
  return (
    <li className={from === 'customer' ? `${styles.row} ${styles.theirs}` : styles.row}>
      <span className={styles.who}>
        {from === 'staff' ? (
          <BidiName name={by ?? 'The desk'} />
        ) : origin === 'staff' ? (
          'The customer’s page, on the staff’s site'
        ) : (
          'The customer'
        )}
      </span>{' '}
      <span className={styles.when}>{historyTime(at)}</span>
      {text && (
        <p dir="auto" className={styles.text}>
          {text}
        </p>
      )}
      {file && (
        <div className={styles.file}>
          <FileText size={16} strokeWidth={1.75} aria-hidden />
          <a className={styles.name} href={documentAddress(file)} title={`Save ${file.original_name}`}>
            <bdi>{file.original_name}</bdi>
          </a>
          <span className={styles.when}>{fileSize(file.size)}</span>
          <PreviewButton document={file} looked={looked} onLook={onLook} />
        </div>
      )}
    </li>
  );
}

const targets = askingStatuses.map((value) => ({ value, label: orderStatus[value].label }));
const asks = (status: OrderStatus) => (askingStatuses as readonly OrderStatus[]).includes(status);

const draftOfQuestion = v.object({ question: v.string(), updatingStatus: v.picklist(askingStatuses) });
const empty = { question: '', updatingStatus: askingStatuses[0] };

/** Writes the customer what we need. An order that does not wait for its customer is moved to where it does. */
function AskForm({ order }: { order: OrderDetails }) {
  const { order_id: orderId, version, process_status: status } = order;
  const memberId = useSession(({ user }) => user?.id ?? 0);
  const draft = { of: 'question', memberId, orderId } as const;
  const online = useOnline();
  const form = useCallForm(messageCalls.askCustomer, {
    fields: ['question', 'updatingStatus'],
    mode: 'onTouched',
    defaultValues: readDraft(draft, draftOfQuestion) ?? empty,
  });
  const written = { ...empty, ...useWatch({ control: form.control }) };
  const isKept = written.question.trim() !== '';
  useDraft(draft, isKept ? written : null);
  const ask = useOrderAction(messageCalls.askCustomer, {
    notDone: () => 'The customer was not asked',
    moves: ({ updatingStatus }) => updatingStatus !== undefined,
    onDone: (_, { question = '' }) => {
      // The call takes the text without the space around it. What was written meanwhile, here or in another tab, stays.
      const isAsSent = (text = '') => text.trim() === question.trim();
      if (isAsSent(form.getValues('question'))) form.reset(empty);
      if (isAsSent(readDraft(draft, draftOfQuestion)?.question)) forgetDraft(draft);
    },
    onFailed: form.refuse,
  });
  const refused = !online
    ? 'You are offline. What you wrote stays here.'
    : status === 'Deleted' && 'This order is deleted. Restore it first.';

  const submit = form.handleSubmit(async ({ question, updatingStatus }) => {
    if (ask.pending) return;
    await ask.run({ orderId, question, version, ...(!asks(status) && { updatingStatus }) });
  });

  return (
    <form noValidate aria-label="Ask the customer" className={styles.form} onSubmit={submit}>
      <Field
        rows={2}
        label="What we need from the customer"
        dir="auto"
        hint={`The customer reads it on their page as it stands here, and answers there. At most ${count(longestQuestion)} characters.`}
        error={form.formState.errors.question?.message}
        {...form.register('question')}
      />
      {!asks(status) && (
        <Controller
          control={form.control}
          name="updatingStatus"
          render={({ field }) => (
            <div className={styles.move}>
              <span aria-hidden>Move the order to</span>
              <SegmentedControl
                label="Move the order to"
                options={targets}
                value={field.value ?? askingStatuses[0]}
                onChange={field.onChange}
              />
            </div>
          )}
        />
      )}
      <div className={styles.send}>
        <Button type="submit" variant="outlined" aria-busy={ask.pending} disabled={refused !== false}>
          {ask.pending ? 'Asking…' : 'Ask the customer'}
        </Button>
        {(refused || isKept) && <span className={styles.when}>{refused || 'Draft kept on this device'}</span>}
      </div>
    </form>
  );
}
