import { useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { Note, useAfter } from 'shared/kit/base';
import { forgetOrder, orderAccess, trackOrderPath } from '../orderAccess.ts';
import { SlowNote } from '../layout/messages.tsx';
import { PageHeading } from '../layout/CustomerLayout.tsx';
import controls from '../layout/controls.module.css';
import { forgetTypedFields } from '../track-order/TrackOrderForm.tsx';
import styles from './CompletedOrderScreen.module.css';
import { OrderProgress } from './OrderProgress.tsx';
import { ReadyOrder } from './ReadyOrder.tsx';
import { forgetAnswerDraft } from './answer/useAnswer.ts';
import { clockTime, stageTexts } from './orderStages.ts';
import { useTrackedOrder } from './useTrackedOrder.ts';

/** A found order; without the token that finding it gives, back to where it is looked for. */
export function CompletedOrderScreen() {
  const { orderId = '' } = useParams();
  if (!orderAccess(orderId).token) return <Navigate to={trackOrderPath(orderId)} replace />;
  return <TrackedOrder key={orderId} orderId={orderId} />;
}

/** One order as its customer sees it: by its stage (rules 16.6). */
function TrackedOrder({ orderId }: { orderId: string }) {
  const [arriving, setArriving] = useState(false);
  const { order, checkedAt, failure, check, leave, send } = useTrackedOrder(orderId, arriving);

  if (!order || !checkedAt)
    return failure ? (
      <OrderNotLoaded why={failure.message} retry={() => void check()} />
    ) : (
      <LoadingOrder retry={() => void check()} />
    );

  const { stage, next } = order.mainResult;
  const { heading, lead } = stageTexts(stage, next.step);
  return (
    <>
      <p className={controls.overline}>
        <span>Order </span>
        <span translate="no">{order.mainResult.order_id}</span>
      </p>
      {/* Another heading is a new page to whoever hears it: it takes the focus. */}
      <PageHeading key={heading}>{heading}</PageHeading>
      <p className={controls.lead}>{lead}</p>
      {failure && (
        // Not announced: on bad Wi-Fi it comes and goes by itself. Who pressed for it hears it from the button's own place.
        <Note kind="warning">
          {`This is from ${clockTime(checkedAt)}. Checking again failed. ${failure.message} This page goes on trying by itself.`}
        </Note>
      )}
      {stage === 'ready' && order.path ? (
        <ReadyOrder
          order={order}
          document={order.path}
          orderId={orderId}
          send={send}
          reload={() => void check()}
          leave={leave}
          onArriving={setArriving}
        />
      ) : (
        <OrderProgress order={order} send={send} checkedAt={checkedAt} check={check} leave={leave} />
      )}
      <LeaveOrder orderId={orderId} />
    </>
  );
}

function OrderNotLoaded({ why, retry }: { why: string; retry: () => void }) {
  return (
    <>
      <PageHeading>Your order could not be loaded</PageHeading>
      <p className={controls.lead} role="alert">
        {why}
      </p>
      <p className={controls.action}>
        <button type="button" className={controls.filled} onClick={retry}>
          Try again
        </button>
      </p>
    </>
  );
}

/** Nothing for a moment, then a skeleton, and Try again if loading takes long. */
export function LoadingOrder({ retry }: { retry: () => void }) {
  const isSlow = useAfter(true);
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

/** For a phone that is somebody else's: nothing of the order stays in this tab (rules 16.43). */
function LeaveOrder({ orderId }: { orderId: string }) {
  const navigate = useNavigate();

  function leave() {
    forgetOrder(orderId);
    forgetTypedFields();
    forgetAnswerDraft(orderId);
    void navigate('/track-order', { replace: true });
  }

  return (
    <p className={controls.action}>
      <button type="button" className={controls.link} onClick={leave}>
        Not your phone? Close this order
      </button>
    </p>
  );
}
