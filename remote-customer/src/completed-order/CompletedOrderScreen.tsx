import { Navigate, useNavigate, useParams } from 'react-router';
import { Note, useDelayed } from 'shared/kit/base';
import { clearOrder, orderAccess, trackOrderPath } from '../orderAccess.ts';
import { dismissToast, SlowNote } from '../layout/feedback.tsx';
import { ContactSupport, PageHeading } from '../layout/CustomerLayout.tsx';
import controls from '../layout/controls.module.css';
import { clearTypedFields } from '../track-order/TrackOrderScreen.tsx';
import styles from './CompletedOrderScreen.module.css';
import { atTime, clockTime } from './formats.ts';
import { messageAnchor, NewestMessage } from './Messages.tsx';
import { CheckButton, OrderProgress } from './OrderProgress.tsx';
import { ReadyOrder } from './ReadyOrder.tsx';
import { deleteAnswerDraft } from './answer/useAnswer.ts';
import { findLatestStaffMessage, stageTexts } from './orderStages.ts';
import { type TrackedOrder, useTrackedOrder } from './useTrackedOrder.ts';

/** Without a token, redirects to the tracking form. */
export function CompletedOrderScreen() {
  const { orderId = '' } = useParams();
  if (!orderAccess(orderId).token) return <Navigate to={trackOrderPath(orderId)} replace />;
  return <OrderPage key={orderId} orderId={orderId} />;
}

/** The order's page for its stage (rule 16.6). */
function OrderPage({ orderId }: { orderId: string }) {
  const tracked = useTrackedOrder(orderId);
  const { order, checkedAt, failure, check } = tracked;

  if (!order || !checkedAt)
    return failure ? (
      <OrderNotLoaded why={failure.message} check={check} />
    ) : (
      <LoadingOrder retry={() => void check()} />
    );

  const { stage, next, mailed_at: mailedAt } = order.mainResult;
  const isOursLast = order.messages.at(-1)?.from === 'us';
  const newest = findLatestStaffMessage(order);
  const isReady = stage === 'ready' && order.path !== null;
  const { heading, lead } = stageTexts(order);
  return (
    <>
      <p className={controls.overline}>
        <span>Order </span>
        <span translate="no">{order.mainResult.order_id}</span>
      </p>
      {/* A new heading counts as a new page for screen readers, so focus it. */}
      <PageHeading key={heading}>{heading}</PageHeading>
      <p className={controls.lead}>{lead}</p>
      {/* Omitted at the step 'read', whose heading already says when we wrote. */}
      {((mailedAt && isOursLast && next.step !== 'read') || (newest && isReady)) && (
        <p className={controls.quiet}>
          {mailedAt ? `We wrote to you ${atTime(mailedAt)}.` : 'We wrote to you.'}{' '}
          {newest && isReady && (
            <a className={controls.link} href={`#${messageAnchor(newest.id)}`}>
              Read our message
            </a>
          )}
        </p>
      )}
      {newest && !isReady && <NewestMessage message={newest} />}
      {failure && (
        // Not announced, because it comes and goes on bad Wi-Fi. The button announces its own result.
        <Note kind="warning">
          {`Last updated at ${clockTime(checkedAt)}. We couldn’t check again. ${failure.message} This page will keep trying.`}
        </Note>
      )}
      {stage === 'ready' && order.path ? (
        <ReadyOrder order={order} document={order.path} tracked={tracked} />
      ) : (
        <OrderProgress order={order} checkedAt={checkedAt} tracked={tracked} />
      )}
      <LeaveOrder orderId={orderId} />
    </>
  );
}

function OrderNotLoaded({ why, check }: { why: string } & Pick<TrackedOrder, 'check'>) {
  return (
    <>
      <PageHeading>Your order could not be loaded</PageHeading>
      <p className={controls.lead} role="alert">
        {why}
      </p>
      <CheckButton check={check} className={controls.filled} label="Try again" pending="Trying…" />
      <ContactSupport />
    </>
  );
}

/** Shows nothing at first, then a skeleton, then Try again. */
function LoadingOrder({ retry }: { retry: () => void }) {
  const isSlow = useDelayed(true);
  if (!isSlow) return null;
  return (
    <>
      <div className={styles.skeleton}>
        <p className={controls.hidden} role="status">
          Loading your order
        </p>
        <span />
        <span />
        <span />
        <span />
      </div>
      <SlowNote retry={retry} />
    </>
  );
}

/** For a borrowed device: removes the order from this tab (rule 16.43). */
function LeaveOrder({ orderId }: { orderId: string }) {
  const navigate = useNavigate();

  function leave() {
    clearOrder(orderId);
    clearTypedFields();
    deleteAnswerDraft(orderId);
    dismissToast();
    void navigate('/track-order', { replace: true });
  }

  return (
    <p>
      <button type="button" className={controls.link} onClick={leave}>
        Not your device? Leave this order
      </button>
    </p>
  );
}
