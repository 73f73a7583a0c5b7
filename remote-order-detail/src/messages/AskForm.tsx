import { longestQuestion, messageCalls } from 'shared/api/messageCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { Controller, type DraftOwner, useCallForm, useSession, useWatch } from 'shared/desk';
import { count } from 'shared/format/count';
import { SegmentedControl, useOnline } from 'shared/kit';
import { Button, Field } from 'shared/kit/base';
import { askingStatuses, orderStatus, type OrderStatus } from 'shared/rules/orderStatus';
import { readTyped } from '../drafts/draftForm.ts';
import { useKeptDraft } from '../drafts/useKeptDraft.ts';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import styles from './CustomerMessages.module.css';
import { forgetSentQuestion, isAsSent, questionDraft } from './questionDraft.ts';

const targets = askingStatuses.map((value) => ({ value, label: orderStatus[value].label }));

const asks = (status: OrderStatus) => (askingStatuses as readonly OrderStatus[]).includes(status);

/** Writes the customer what we need. An order that does not wait for its customer is moved to where it does. */
export function AskForm({ order }: { order: OrderDetails }) {
  const memberId = useSession(({ user }) => user?.id ?? 0);
  // As the composer's: another member finds an empty form, or what they have typed themselves.
  return <MembersAskForm key={memberId} order={order} owner={{ memberId, orderId: order.order_id }} />;
}

function MembersAskForm({ order, owner }: { order: OrderDetails; owner: DraftOwner }) {
  const { order_id: orderId, version, process_status: status } = order;
  const online = useOnline();
  const form = useCallForm(messageCalls.askCustomer, {
    fields: ['question', 'updatingStatus'],
    mode: 'onTouched',
    defaultValues: readTyped(questionDraft, owner),
  });
  const written = useWatch({ control: form.control });
  useKeptDraft(questionDraft, owner, written);
  const ask = useOrderAction(messageCalls.askCustomer, {
    notDone: () => 'The customer was not asked',
    moves: ({ updatingStatus }) => updatingStatus !== undefined,
    onDone: (_, sent) => {
      // What was written while it was on its way is not sent yet.
      if (isAsSent(form.getValues('question') ?? '', sent)) form.reset(questionDraft.empty);
      forgetSentQuestion(owner, sent);
    },
    onFailed: form.refuse,
  });
  const refused = !online
    ? 'You are offline. What you wrote stays here.'
    : status === 'Deleted' && 'This order is deleted. Restore it first.';
  const isKept = (written.question ?? '').trim() !== '';

  const submit = form.handleSubmit(async ({ question, updatingStatus }) => {
    if (ask.pending) return;
    await ask.run({ orderId, question, version, ...(!asks(status) && { updatingStatus }) });
  });

  return (
    <form noValidate aria-label="Ask the customer" className={styles.form} onSubmit={submit}>
      <Field
        multiline
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
