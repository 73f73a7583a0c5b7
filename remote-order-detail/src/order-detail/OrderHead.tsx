import { Check, ChevronsRight, FileText, Flag, Mail, MessageCircle, Send, Upload, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { orderCalls } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { arrival, arrivalFlag } from 'shared/declaration/arrival';
import { reviewFlags } from 'shared/declaration/reviewFlags';
import { type SectionId, sectionsOf } from 'shared/declaration/sections';
import { clearUndo, mailToastOptions, toastOffline, useSession, useShortcuts } from 'shared/desk';
import { BidiName, Kbd, StatusPill, Tooltip } from 'shared/kit';
import { Button, productTitle, useOnline, useScreenHeading } from 'shared/kit/base';
import { orderStatus } from 'shared/rules/orderStatus';
import { may, type Role } from 'shared/rules/permissions';
import { loadChecks } from '../defence-pack/DisputeEvidence.tsx';
import type { Correction } from '../documents/EmailHistory.tsx';
import { useLazyModule } from '../LazyDialog.tsx';
import { needsConfirmation, MoveQuestion } from '../remarks/MoveBar.tsx';
import styles from './OrderHead.module.css';
import { SectionTabs, focusSection } from './SectionTabs.tsx';
import { BackLink, OrderStepper } from './OrderStepper.tsx';
import { useOrderAction, useOrderActions } from './useOrderAction.ts';
import { newestDocumentMail, type PrimaryAction, primaryAction } from './primaryAction.ts';
import { useFocusedForm } from './focus.ts';

interface OrderHeadProps {
  order: OrderDetails;
  /** Set while the upload form is open, because the primary button is then in that form. */
  quiet: boolean;
  onUpload: () => void;
  onPack: () => void;
  onCorrect: (mail: Correction) => void;
  onEmail: () => void;
}

export function OrderHead({ order, onEmail, ...next }: OrderHeadProps) {
  const role = useSession(({ role: own }) => own);
  const heading = useScreenHeading(`${order.order_id} ${order.full_name}, ${productTitle}`);
  const { movedTo, takeNext, nextLabel, takesMessage } = useOrderActions();
  const action = primaryAction(order, { role, movedTo, takesMessage });
  const online = useOnline();
  const takesNext = takesMessage || may(role, 'order.assign');
  useShortcuts({ n: takeNext }, { enabled: online && takesNext });
  useShortcuts({ r: focusComposer });

  return (
    // Unicode isolates keep a right-to-left name after the id.
    <header
      className={styles.head}
      data-order={`${order.order_id} \u2068${order.full_name}\u2069`}
      data-status={orderStatus[order.process_status].label}
    >
      <div className={styles.line}>
        <BackLink orderId={order.order_id} order={order} />
        <h1 ref={heading} tabIndex={-1} className={styles.title} title={order.full_name}>
          <span className={styles.id}>{order.order_id}</span> <BidiName name={order.full_name} />
        </h1>
        <OrderStepper orderId={order.order_id} />
      </div>
      <div className={styles.buttons}>
        {action !== 'next' && takesNext && (
          <Button variant="outlined" aria-keyshortcuts="N" disabled={!online} onClick={takeNext}>
            {nextLabel} <Kbd>N</Kbd>
          </Button>
        )}
        {may(role, 'order.mail') && (
          <Tooltip describeChild title="View Email Content (E)">
            <Button
              variant="outlined"
              aria-label="View Email Content"
              aria-keyshortcuts="E"
              aria-haspopup="dialog"
              className={styles.email}
              startIcon={<Mail size={16} strokeWidth={1.75} aria-hidden />}
              onClick={onEmail}
            >
              <span className={styles.label}>View Email Content</span> <Kbd>E</Kbd>
            </Button>
          </Tooltip>
        )}
        {action && <HeadButton order={order} action={action} {...next} />}
      </div>
      <OrderMeta order={order} role={role} />
      <SectionTabs sections={sectionsOf(order)} order={order} />
    </header>
  );
}

function OrderMeta({ order, role }: { order: OrderDetails; role: Role | null }) {
  const now = new Date();
  const arrives = arrival(order, now);
  const isRefund = order.process_status === 'Refunds' || order.process_status === 'Completed Refunds';
  // A refund may be partial.
  const { amount, currency } = isRefund && order.refund?.amount ? order.refund : order;
  const isDispute = may(role, 'order.evidence') && order.process_status === 'ChargeBack';
  const { module: checks } = useLazyModule(loadChecks, isDispute);
  return (
    <div className={styles.meta}>
      <StatusPill status={order.process_status} />
      <ReviewFlags order={order} />
      <p className={styles.about}>
        {(isRefund || order.process_status === 'ChargeBack') && amount && (
          <span>
            Amount{' '}
            <b className={styles.digits}>
              {currency} {amount}
            </b>
          </span>
        )}
        <span>
          <Assignee order={order} />
        </span>
        {/* Omitted if a flag shows the arrival. */}
        {arrives && !arrivalFlag(order, now) && (
          <span>
            {arrives.isPast ? 'Arrived' : 'Arrives'} <b className={styles.digits}>{arrives.day}</b>, {arrives.distance}
          </span>
        )}
        {isDispute && (
          <span className={styles.digits}>{checks && <checks.DisputeDays orderId={order.order_id} />}</span>
        )}
      </p>
    </div>
  );
}

function Assignee({ order }: { order: OrderDetails }) {
  if (order.assigned_to_me) return 'Assigned to you';
  if (order.assign_to === null) return 'Unassigned';
  return (
    <>
      Assigned to <BidiName name={order.assign_to} />
    </>
  );
}

function ReviewFlags({ order }: { order: OrderDetails }) {
  const flags = reviewFlags(order, new Date());
  if (flags.length === 0) return null;
  return (
    <ul className={styles.flags} aria-label="Needs a second look">
      {flags.map(({ label, anchor, isSevere }) => (
        <li key={label}>
          <a
            href={`#${anchor}`}
            className={styles.flag}
            data-severe={isSevere || undefined}
            onClick={(event) => {
              // Like the tabs, keep the URL unchanged.
              event.preventDefault();
              focusSection(anchor);
            }}
          >
            <Flag size={12} strokeWidth={2} aria-hidden />
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

const headerActions = {
  reply: { label: 'Reply', icon: MessageCircle, keys: 'R' },
  pack: { label: 'Defence Pack 1', icon: FileText, keys: undefined },
  assign: { label: 'Assign to me', icon: UserCheck, keys: 'A' },
  upload: { label: 'Upload Document', icon: Upload, keys: 'D' },
  correct: { label: 'Correct the address', icon: Send, keys: undefined },
  complete: { label: 'Move to Completed', icon: Check, keys: undefined },
  refund: { label: 'Refunded it', icon: Check, keys: undefined },
  next: { label: 'Next order', icon: ChevronsRight, keys: 'N' },
} as const satisfies Record<PrimaryAction, object>;

/** These actions only open something, so they work offline and are never pending. */
const offlineActions: readonly PrimaryAction[] = ['reply', 'pack', 'upload', 'correct'];

interface HeadButtonProps extends Omit<OrderHeadProps, 'onEmail'> {
  action: PrimaryAction;
}

/** One button for all next actions, so that it keeps the focus after a press. Keeps its label while an action runs. */
function HeadButton({ order, action, quiet, onUpload, onPack, onCorrect }: HeadButtonProps) {
  const { order_id: orderId, version } = order;
  const me = useSession(({ user }) => user?.name ?? '');
  const online = useOnline();
  const { moveCooldown, mailCooldown, refuseWhileSending, takeNext, nextLabel } = useOrderActions();
  const [asking, setAsking] = useState(false);
  const writing = useFocusedForm();
  const assign = useOrderAction(orderCalls.assign, { failureText: () => 'The order wasn’t assigned to you' });
  const move = useOrderAction(orderCalls.move, {
    failureText: () => 'Your move to Completed wasn’t saved',
    moves: () => true,
  });
  const refund = useOrderAction(orderCalls.completeRefund, {
    failureText: () => 'The refund was not completed',
    moves: () => true,
    onDone: clearUndo,
    toast: ({ data }) => (data.mail ? mailToastOptions({ ...data.mail, orderId }) : {}),
  });

  const complete = () => move.run({ orderId, updatingStatus: 'Completed', version });
  const question = needsConfirmation('Completed', order);
  const press = {
    assign: () => void assign.run({ orderId, assignto: me }),
    upload: onUpload,
    // A copy, because only a new object gives the form the focus again.
    correct: () => onCorrect({ ...newestDocumentMail(order)! }),
    reply: () => focusComposer(),
    pack: onPack,
    complete: () => !mailCooldown.isActive() && !refuseWhileSending() && (question ? setAsking(true) : void complete()),
    refund: () => void refund.run({ orderId }),
    next: takeNext,
  }[action];
  const { label, icon: Icon, keys } = headerActions[action];
  const pending = assign.pending || move.pending || refund.pending;
  const isOffline = !online && !offlineActions.includes(action);
  const isCooling = moveCooldown.shown || (action === 'complete' && mailCooldown.shown);
  const onPress = () => (isOffline ? toastOffline() : !pending && void press());
  useShortcuts({
    a: () => (action === 'assign' ? onPress() : false),
  });
  return (
    <>
      <Button
        data-next-step={action}
        variant={quiet || writing ? 'outlined' : 'contained'}
        aria-keyshortcuts={keys}
        aria-haspopup={action === 'pack' ? 'dialog' : undefined}
        aria-busy={pending || isCooling}
        aria-disabled={pending || isOffline}
        startIcon={<Icon size={16} strokeWidth={1.75} aria-hidden />}
        // A move focuses this button, so ignore the Enter of that move if it is held or pressed twice.
        onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
        onClick={() => !moveCooldown.isActive() && onPress()}
      >
        {action === 'next' ? nextLabel : label} {keys && <Kbd>{keys}</Kbd>}
      </Button>
      <MoveQuestion
        order={order}
        asked={asking ? question : null}
        pending={pending}
        onConfirm={() => void complete().then(() => setAsking(false))}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

/**
 * Focuses the reply field, and scrolls the conversation above it and the buttons below it into view, as far as they fit.
 * Returns false if there is no such field.
 */
function focusComposer(): false | void {
  const messages = document.getElementById('messages' satisfies SectionId);
  const field = messages?.querySelector('textarea');
  if (!field) return false;
  messages?.scrollIntoView();
  field.focus();
  field.form?.scrollIntoView({ block: 'nearest' });
}
