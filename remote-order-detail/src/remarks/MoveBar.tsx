import { type KeyboardEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { maxQuestionLength } from 'shared/api/messageCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { type OrderDetails, releasedDocument } from 'shared/api/orderDetails';
import { deleteDraft, readDraft, toastOffline, useDraft, useSession } from 'shared/desk';
import {
  BidiName,
  ConfirmDialog,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Kbd,
  StatusIcon,
  useToolbarKeys,
} from 'shared/kit';
import { Button, Field, useOnline } from 'shared/kit/base';
import { mayDelete } from 'shared/rules/folders';
import { moveButtons, type MoveTarget, orderStatus } from 'shared/rules/orderStatus';
import { may, rolesText } from 'shared/rules/permissions';
import * as v from 'valibot';
import { DocumentMatch } from '../documents/DocumentList.tsx';
import {
  type Asking,
  asksCustomer,
  countNewMessages,
  newestMessage,
  NewMessagesNote,
} from '../messages/MessageComposer.tsx';
import { useOrderAction, useOrderActions } from '../order-detail/useOrderAction.ts';
import { focusHeading, focusNextStep, isCtrlEnter, useFocusedForm } from '../order-detail/focus.ts';
import styles from './MoveBar.module.css';
import type { MoveOutcome, PendingRemark } from './remarkForm.tsx';

interface MoveBarProps {
  order: OrderDetails;
  withComment: boolean;
  labelAbove: boolean;
  moving: PendingRemark;
  /** `question` is for targets that wait for the customer. */
  onMove: (target: MoveTarget, question?: string) => Promise<MoveOutcome>;
  /** Called after a move, once the focus is set. */
  onMoved: () => void;
}

/** The allowed moves as a toolbar. Some moves ask first. Buttons never change places. */
export function MoveBar({ order, withComment, labelAbove, moving, onMove, onMoved }: MoveBarProps) {
  const role = useSession(({ role: own }) => own);
  const [asking, setAsking] = useState<MoveTarget | null>(null);
  const { process_status: status, assigned_to_me: assignedToMe } = order;
  const deletes = role !== null && mayDelete(role, { status, assignedToMe });
  const targets = moveButtons(status).filter((target) => target !== 'Deleted' || deletes);
  const { toolbar, current, setAt, onKeyDown } = useToolbarKeys(targets.length);
  const { refuseWhileSending, moveCooldown } = useOrderActions();
  const online = useOnline();
  const waits = !online || moving !== null;
  const press = (target: MoveTarget) => {
    if (!online) return toastOffline();
    if (waits || target === status || moveCooldown.isActive() || refuseWhileSending()) return;
    if (needsConfirmation(target, order) || asksCustomer(target)) setAsking(target);
    else void onMove(target).then((outcome) => close(outcome, target));
  };
  /** Closes the question. After a move, focuses the button to press next, unless one more Enter would refund. */
  const close = (outcome?: MoveOutcome, target?: MoveTarget) => {
    // Close now, because the dialog returns the focus to the pressed move.
    flushSync(() => setAsking(null));
    if (outcome !== 'moved') return;
    if (toolbar.current?.contains(document.activeElement)) (target === 'Refunds' ? focusHeading : focusNextStep)();
    onMoved();
  };

  return (
    <>
      <div
        ref={toolbar}
        role="toolbar"
        aria-label="Move this order"
        aria-keyshortcuts="M Control+Shift+Enter"
        className={styles.moves}
        onKeyDown={onKeyDown}
      >
        <span className={labelAbove ? `${styles.label} ${styles.above}` : styles.label}>
          {withComment ? 'Comment and move to' : 'Move to'}
        </span>
        {targets.map((target, index) => (
          <Button
            key={target}
            variant="outlined"
            size="small"
            className={target === 'Deleted' ? `${styles.move} ${styles.apart}` : styles.move}
            tabIndex={index === current ? 0 : -1}
            aria-keyshortcuts={String(index + 1)}
            data-number={index + 1}
            aria-current={target === status ? 'true' : undefined}
            aria-disabled={waits || moveCooldown.shown || target === status}
            aria-busy={moving === target}
            onFocus={() => setAt(index)}
            onClick={() => press(target)}
          >
            <span className={styles.icon}>
              <StatusIcon status={target} />
            </span>
            {orderStatus[target].label}
          </Button>
        ))}
      </div>
      {asking && asksCustomer(asking) && (
        <MoveWithQuestion
          order={order}
          target={asking}
          pending={moving !== null}
          onMove={(question) => onMove(asking, question)}
          onClose={close}
        />
      )}
      <MoveQuestion
        order={order}
        asked={asking && needsConfirmation(asking, order)}
        pending={moving !== null}
        onCancel={() => close()}
        onConfirm={() => asking && void onMove(asking).then(close)}
      />
    </>
  );
}

/** Shown instead of the moves for a deleted order. */
export function RestoreBar({ orderId }: { orderId: string }) {
  const role = useSession(({ role: own }) => own);
  const writing = useFocusedForm();
  const online = useOnline();
  const restore = useOrderAction(orderCalls.restore, {
    failureText: () => 'The order was not restored',
    moves: () => true,
  });

  if (!may(role, 'order.restore')) {
    return <p className={styles.who}>This order is deleted. Only {rolesText('order.restore')} can restore it.</p>;
  }
  return (
    <div className={styles.bar}>
      <Button
        variant={writing ? 'outlined' : 'contained'}
        size="small"
        data-next-step
        aria-busy={restore.pending}
        aria-disabled={restore.waits}
        onClick={() => (online ? !restore.waits && void restore.run({ orderId }) : toastOffline())}
      >
        Restore
      </Button>
      <span className={styles.who}>Restores its previous status and assignee.</span>
    </div>
  );
}

const draftOfQuestion = v.object({ question: v.string(), seen: v.number() });

interface MoveWithQuestionProps {
  order: OrderDetails;
  target: Asking;
  pending: boolean;
  onMove: (question: string) => Promise<MoveOutcome>;
  onClose: (outcome?: MoveOutcome) => void;
}

/**
 * Asks the member what we need from the customer. The text may be empty, and is kept as a draft.
 * A click on the backdrop is ignored, because the second press of a double click lands there.
 */
function MoveWithQuestion({ order, target, pending, onMove, onClose }: MoveWithQuestionProps) {
  const titleId = useId();
  const { label } = orderStatus[target];
  const memberId = useSession(({ user }) => user?.id ?? 0);
  const draft = { of: 'move', memberId, orderId: order.order_id } as const;
  const [written, setWritten] = useState(() => readDraft(draft, draftOfQuestion) ?? { question: '', seen: 0 });
  const { question, seen } = written;
  const hasText = question.trim() !== '';
  useDraft(draft, hasText ? written : null);

  const waits = !useOnline() || pending;
  const move = async () => {
    const outcome = await onMove(question);
    if (outcome === 'moved') deleteDraft(draft);
    if (outcome !== 'newMessages') onClose(outcome);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isCtrlEnter(event)) return;
    event.preventDefault();
    if (!event.repeat && !waits) void move();
  };
  return (
    <Dialog
      open
      maxWidth="sm"
      fullWidth
      aria-labelledby={titleId}
      onClose={(_, reason) => !pending && reason !== 'backdropClick' && onClose()}
    >
      <DialogTitle id={titleId}>Move to {label}</DialogTitle>
      <DialogContent>
        <Field
          rows={4}
          label="What we need from the customer"
          dir="auto"
          autoFocus
          maxLength={maxQuestionLength}
          hint="The customer sees this on their tracking page and gets an email about it. You can leave this blank."
          value={question}
          onChange={({ target: { value } }) =>
            setWritten({ question: value, seen: hasText ? seen : newestMessage(order) })
          }
          onKeyDown={onKeyDown}
        />
        <NewMessagesNote newMessages={hasText ? countNewMessages(order, seen) : 0} />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="secondary" disabled={pending} onClick={() => onClose()}>
          Cancel
        </Button>
        <Button
          variant="contained"
          aria-keyshortcuts="Control+Enter"
          aria-busy={pending}
          disabled={waits}
          onClick={() => void move()}
        >
          {hasText ? 'Ask and move' : 'Move without a question'} <Kbd>Ctrl Enter</Kbd>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface MoveQuestionProps {
  order: OrderDetails;
  asked: Question;
  pending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function MoveQuestion({ order, asked, ...answers }: MoveQuestionProps) {
  const document = releasedDocument(order.uploadDoc);
  return (
    <>
      <ConfirmDialog
        open={asked === 'delete'}
        title="Are you sure you want to delete?"
        confirmLabel={`Delete order ${order.order_id}`}
        pendingLabel="Deleting…"
        destructive
        {...answers}
      >
        <BidiName name={order.full_name} />
        ’s order will move to Deleted Orders. An Admin or a Manager can restore it.
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'noDocument' || asked === 'mismatch'}
        title={`Complete this order ${document ? 'with a document that does not match' : 'without a document'}?`}
        confirmLabel={`Complete order ${order.order_id}`}
        pendingLabel="Moving…"
        destructive
        {...answers}
      >
        {document ? (
          <DocumentMatch warnings={document.warnings} />
        ) : (
          <>
            There is no document, so <BidiName name={order.full_name} /> would have nothing to download.
          </>
        )}
      </ConfirmDialog>
    </>
  );
}

type Question = 'delete' | 'noDocument' | 'mismatch' | null;

/** The question to ask before deleting, or before completing without a matching document (rule 4.11). Null if none. */
export function needsConfirmation(target: MoveTarget, { uploadDoc }: Pick<OrderDetails, 'uploadDoc'>): Question {
  if (target === 'Deleted') return 'delete';
  if (target !== 'Completed') return null;
  const document = releasedDocument(uploadDoc);
  if (!document) return 'noDocument';
  return document.warnings.length > 0 ? 'mismatch' : null;
}
