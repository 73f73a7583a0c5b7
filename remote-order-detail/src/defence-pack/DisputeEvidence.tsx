import { useRef } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { usePart, useSession } from 'shared/desk';
import { Button } from 'shared/kit/base';
import { defencePackTypes } from 'shared/rules/defencePacks';
import { may } from 'shared/rules/permissions';
import { NotLoaded } from '../order-detail/sections/NotLoaded.tsx';
import { SectionCard } from '../order-detail/sections/SectionCard.tsx';
import { useNear } from './useNear.ts';
import type { Packs } from './usePacks.ts';
import styles from './DisputeEvidence.module.css';

const loadChecks = () => import('./PackChecks.tsx');

/**
 * The ways to both defence packs and to the transaction's details, and what evidence the packs have (rules 13.50). The
 * buttons are there at once; the check is loaded when it comes near to what is seen.
 */
export function DisputeEvidence({ order, packs }: { order: OrderDetails; packs: Packs }) {
  const { order_id: orderId } = order;
  const mayUse = useSession(({ role }) => may(role, 'order.evidence'));
  const place = useRef<HTMLDivElement>(null);
  const { part: checks, failed, retry } = usePart(loadChecks, useNear(place));
  if (!mayUse) return null;

  return (
    <SectionCard
      id="evidence"
      beside={
        <Button variant="outlined" size="tiny" aria-haspopup="dialog" onClick={packs.openDetails}>
          Enter Transaction Details
        </Button>
      }
    >
      <div ref={place}>
        {failed && <NotLoaded onRetry={retry}>What evidence there is could not be loaded.</NotLoaded>}
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
