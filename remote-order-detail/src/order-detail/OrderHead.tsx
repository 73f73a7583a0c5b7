import { ArrowLeft, CircleCheck, Flag, Mail, Undo2, Upload } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { orderCalls } from 'shared/api/orderCalls';
import { type MailEntry, type OrderDetails, releasedDocument } from 'shared/api/orderDetails';
import { arrival } from 'shared/declaration/arrival';
import { secondLook } from 'shared/declaration/secondLook';
import { sectionsOf } from 'shared/declaration/sections';
import { refundDone, useSession } from 'shared/desk';
import { listDateTime } from 'shared/format/dates';
import { BidiName, IconButton, StatusPill, Tooltip } from 'shared/kit';
import { Button, productTitle, useScreenHeading } from 'shared/kit/base';
import { orderStatus } from 'shared/rules/orderStatus';
import { may } from 'shared/rules/permissions';
import { asksFirst, MoveQuestion } from '../remarks/MoveBar.tsx';
import styles from './OrderHead.module.css';
import { SectionTabs, focusPlace } from './SectionTabs.tsx';
import { OrderStepper } from './OrderStepper.tsx';
import { useOrderAction } from './useOrderAction.ts';
import { useWayBack } from './wayBack.ts';

interface OrderHeadProps {
  order: OrderDetails;
  /** Another button of the page has the fill: a document is chosen and waits to be sent. */
  quiet: boolean;
  onUpload: () => void;
  onEmail: () => void;
}

/** What stays while the order scrolls: who it is about and its status, who has it and when it is due, and its sections. */
export function OrderHead({ order, quiet, onUpload, onEmail }: OrderHeadProps) {
  const role = useSession(({ role: own }) => own);
  const heading = useScreenHeading(`${order.order_id} ${order.full_name}, ${productTitle}`);
  const back = useWayBack(order.order_id, order);

  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <Tooltip describeChild title={`Back to ${back.title} (U)`}>
          <IconButton
            component={Link}
            to={back.path}
            state={{ left: order.order_id }}
            aria-label={`Back to ${back.title}`}
            aria-keyshortcuts="U"
            className={styles.back}
          >
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </Tooltip>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          <span className={styles.id}>{order.order_id}</span> <BidiName name={order.full_name} />
        </h1>
        <StatusPill status={order.process_status} />
        <OrderStepper />
        <div className={styles.button}>
          {may(role, 'order.mail') && (
            <Button
              variant="outlined"
              aria-keyshortcuts="E"
              aria-haspopup="dialog"
              startIcon={<Mail size={16} strokeWidth={1.75} aria-hidden />}
              onClick={onEmail}
            >
              View Email Content
            </Button>
          )}
          <HeadButton order={order} quiet={quiet} onUpload={onUpload} />
        </div>
      </div>
      <OrderMeta order={order} />
      <SectionTabs sections={sectionsOf(order)} order={order} />
    </header>
  );
}

/** The head's second line: who has the order, when it came, when the traveller arrives, and what needs a second look. */
function OrderMeta({ order }: { order: OrderDetails }) {
  const user = useSession(({ user: own }) => own);
  const assign = useOrderAction(orderCalls.assign, { notDone: () => 'The order was not assigned to you' });
  const arrives = arrival(order, new Date());
  const claimable =
    order.assign_to === null && orderStatus[order.process_status].claimable && may(user?.type, 'order.assign');

  return (
    <div className={styles.meta}>
      <span>
        <Assignee order={order} />
      </span>
      {claimable && user && (
        <Button
          variant="outlined"
          size="tiny"
          aria-busy={assign.pending}
          aria-disabled={assign.pending}
          onClick={() => !assign.pending && void assign.run({ orderId: order.order_id, assignto: user.name })}
        >
          Assign to me
        </Button>
      )}
      <span className={styles.digits}>Ordered {listDateTime(order.created_at)}</span>
      <span>{order.processing_mode === 'priority' ? 'Priority' : 'Standard'} processing</span>
      {arrives && (
        <span>
          Arrives <b className={styles.digits}>{arrives.day}</b>, {arrives.distance}
        </span>
      )}
      <SecondLook order={order} />
    </div>
  );
}

function Assignee({ order }: { order: OrderDetails }) {
  if (order.assigned_to_me) return 'Assigned to you';
  if (order.assign_to === null) return 'Assigned to nobody';
  return (
    <>
      Assigned to <BidiName name={order.assign_to} />
    </>
  );
}

/** What of this order needs a second look: flags that lead to what they are about. */
function SecondLook({ order }: { order: OrderDetails }) {
  const flags = secondLook(order, new Date());
  if (flags.length === 0) return null;
  return (
    <ul className={styles.flags} aria-label="Needs a second look">
      {flags.map(({ label, anchor }) => (
        <li key={label}>
          <a
            href={`#${anchor}`}
            className={styles.flag}
            onClick={(event) => {
              // The address stays the order's own, as with the tabs.
              event.preventDefault();
              focusPlace(anchor);
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

const looks = {
  upload: { label: 'Upload Document', icon: Upload, keys: 'D' },
  complete: { label: 'Move to Completed', icon: CircleCheck, keys: undefined },
  refund: { label: 'Refunded it', icon: Undo2, keys: undefined },
} as const;

/**
 * The next thing a person will do with this order. One button, whatever it does: after a move by it the focus is still
 * there. It keeps its label and the focus while it runs.
 */
function HeadButton({ order, quiet, onUpload }: Omit<OrderHeadProps, 'onEmail'>) {
  const { order_id: orderId, version } = order;
  const role = useSession(({ role: own }) => own);
  const [asking, setAsking] = useState(false);
  const action = headAction(order);
  const move = useOrderAction(orderCalls.move, {
    notDone: () => 'Your move to Completed was not made',
    moves: () => true,
  });
  const refund = useOrderAction(orderCalls.completeRefund, {
    notDone: () => 'The refund was not completed',
    moves: () => true,
    onDone: refundDone,
  });
  if (action === null || (action === 'refund' && !may(role, 'order.refund'))) return null;

  const complete = () => move.run({ orderId, updatingStatus: 'Completed', version });
  const question = asksFirst('Completed', order);
  const press = {
    upload: onUpload,
    complete: () => (question ? setAsking(true) : void complete()),
    refund: () => void refund.run({ orderId }),
  }[action];
  const { label, icon: Icon, keys } = looks[action];
  const pending = move.pending || refund.pending;
  return (
    <>
      <Button
        variant={quiet ? 'outlined' : 'contained'}
        aria-keyshortcuts={keys}
        aria-busy={pending}
        aria-disabled={pending}
        startIcon={<Icon size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => !pending && press()}
      >
        {label}
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

/** A mail that went to its receiver, as far as is known. */
const outStates: readonly MailEntry['state'][] = ['sent', 'delivered', 'opened', 'complained'];

/**
 * The next thing a person will do with this order (rules 9.20): send the document; once that mail is out, complete
 * it; on Refunds, "Refunded it". A deleted order has nothing next but Restore, which stands with the moves.
 */
export function headAction({ process_status, mailHistory, uploadDoc }: OrderDetails): keyof typeof looks | null {
  if (process_status === 'Deleted') return null;
  if (process_status === 'Refunds') return 'refund';
  const newest = mailHistory.find(({ kind, state }) => kind === 'approval' && state !== 'cancelled');
  const isOut = newest !== undefined && outStates.includes(newest.state);
  return isOut && releasedDocument(uploadDoc) && orderStatus[process_status].open ? 'complete' : 'upload';
}
