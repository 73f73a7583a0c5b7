import controls from '../layout/controls.module.css';
import { Note } from '../layout/Note.tsx';
import { PageHeading } from '../layout/PageHeading.tsx';
import { LoadingOrder } from './LoadingOrder.tsx';
import { OrderProgress } from './OrderProgress.tsx';
import { ReadyOrder } from './ReadyOrder.tsx';
import { clockTime } from './momentTexts.ts';
import { orderStages } from './orderStages.ts';
import { useTrackedOrder } from './useTrackedOrder.ts';

/** One order as its customer sees it: by its stage (rules 16.6). */
export function TrackedOrder({ orderId }: { orderId: string }) {
  const { order, checkedAt, failure, isChecking, check, leave, send } = useTrackedOrder(orderId);

  if (!order || !checkedAt) return failure ? <OrderNotLoaded why={failure.message} retry={check} /> : <LoadingOrder />;

  const { stage } = order.mainResult;
  const { heading, lead } = orderStages[stage];
  return (
    <>
      <p className={controls.overline}>
        <span>Order </span>
        <span translate="no">{order.mainResult.order_id}</span>
      </p>
      {/* A new stage is a new page to whoever hears it: its heading takes the focus. */}
      <PageHeading key={stage}>{heading}</PageHeading>
      <p className={controls.lead}>{lead}</p>
      {failure && (
        <Note kind="warning" role="alert">
          {`This is from ${clockTime(checkedAt)}. Checking again failed. ${failure.message}`}
        </Note>
      )}
      {stage === 'ready' && order.path ? (
        <ReadyOrder order={order} document={order.path} orderId={orderId} send={send} reload={check} leave={leave} />
      ) : (
        <OrderProgress order={order.mainResult} checkedAt={checkedAt} isChecking={isChecking} check={check} />
      )}
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
