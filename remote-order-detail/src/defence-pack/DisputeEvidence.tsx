import { useRef, useState } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { useSession } from 'shared/desk';
import { Button } from 'shared/kit/base';
import { type DefencePackType, defencePackTypes } from 'shared/rules/defencePacks';
import { orderStatus, type OrderStatus } from 'shared/rules/orderStatus';
import { may } from 'shared/rules/permissions';
import { RetryNote } from 'shared/kit';
import { LazyDialog, useLazyModule } from '../LazyDialog.tsx';
import { SectionCard } from '../order-detail/sections/SectionCard.tsx';
import { useIsInView } from '../order-detail/useIsInView.ts';
import styles from './DisputeEvidence.module.css';

export const loadChecks = () => import('./PackChecks.tsx');

/**
 * Buttons for both defence packs and the transaction details, with the packs' evidence (rule 13.50). The evidence
 * loads when it is about to scroll into view. In Charge Back, `OrderHead` loads it earlier, to show the days left.
 */
export function DisputeEvidence({ order, packs }: { order: OrderDetails; packs: Packs }) {
  const { order_id: orderId } = order;
  const mayUse = useSession(({ role }) => may(role, 'order.evidence'));
  const place = useRef<HTMLDivElement>(null);
  const { module: checks, failed, retry } = useLazyModule(loadChecks, useIsInView(place, '100% 0px'));
  if (!mayUse) return null;

  return (
    <SectionCard
      id="evidence"
      actions={
        <Button variant="outlined" size="tiny" aria-haspopup="dialog" onClick={packs.openDetails}>
          Enter Transaction Details
        </Button>
      }
    >
      <div ref={place}>
        {failed && <RetryNote onRetry={retry}>The evidence check could not be loaded.</RetryNote>}
        {checks && <checks.EvidenceNote orderId={orderId} />}
        <div className={styles.packs}>
          {defencePackTypes.map((defencePackType) => (
            <section key={defencePackType} className={styles.pack} aria-labelledby={`pack-${defencePackType}`}>
              <h3 id={`pack-${defencePackType}`}>Defence Pack {defencePackType}</h3>
              {checks && <checks.PackChecks orderId={orderId} defencePackType={defencePackType} />}
              <Button
                className={styles.open}
                variant="outlined"
                size="tiny"
                aria-haspopup="dialog"
                onClick={() => packs.openPack(defencePackType)}
              >
                Defence Pack {defencePackType}
              </Button>
            </section>
          ))}
        </div>
      </div>
    </SectionCard>
  );
}

const loadPack = () => import('./PackDialog.tsx');
const loadDetails = () => import('./TransactionDialog.tsx');

export function DefencePacks({ order, packs }: { order: OrderDetails; packs: Packs }) {
  const { pack, closePack, details, openDetails, closeDetails } = packs;
  return (
    <>
      <LazyDialog load={loadPack} show={pack} onFailed={closePack}>
        {({ PackDialog }, defencePackType, open) => (
          <PackDialog
            key={defencePackType}
            order={order}
            defencePackType={defencePackType}
            open={open}
            onDetails={openDetails}
            onClose={closePack}
          />
        )}
      </LazyDialog>
      <LazyDialog load={loadDetails} show={details} onFailed={closeDetails}>
        {({ TransactionDialog }, _, open) => <TransactionDialog order={order} open={open} onClose={closeDetails} />}
      </LazyDialog>
    </>
  );
}

/** The open dialogs of a dispute. They close for good if the order leaves the statuses with packs (rule 13.58). */
export function usePacks(status: OrderStatus) {
  const [pack, setPack] = useState<DefencePackType | null>(null);
  const [details, setDetails] = useState(false);
  if (!orderStatus[status].evidence && (pack || details)) {
    setPack(null);
    setDetails(false);
  }
  return {
    pack,
    openPack: setPack,
    closePack: () => setPack(null),
    details,
    openDetails: () => setDetails(true),
    closeDetails: () => setDetails(false),
  };
}
type Packs = ReturnType<typeof usePacks>;
