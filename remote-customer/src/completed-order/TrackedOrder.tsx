import { useState } from 'react';
import controls from '../layout/controls.module.css';
import { Note } from '../layout/Note.tsx';
import { PageHeading } from '../layout/PageHeading.tsx';
import { LeaveOrder } from './LeaveOrder.tsx';
import { LoadingOrder } from './LoadingOrder.tsx';
import { clockTime } from './momentTexts.ts';
import { OrderProgress } from './OrderProgress.tsx';
import { ReadyOrder } from './ReadyOrder.tsx';

import { stageTexts } from './orderStages.ts';
import { useTrackedOrder } from './useTrackedOrder.ts';

/** One order as its customer sees it: by its stage (rules 16.6). */
export function TrackedOrder({ orderId }: { orderId: string }) {
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
