import type { OrderRow } from 'shared/api/orderRow';
import { BidiName, StatusPill } from 'shared/kit';
import { useAfter, useScreenHeading } from 'shared/kit/base';
import { KnownFacts } from './sections/KnownFacts.tsx';
import styles from './OrderSkeleton.module.css';

interface OrderSkeletonProps {
  orderId: string;
  /** What the list that one came from shows of it. */
  row?: OrderRow;
}

/**
 * The shape of an order while it loads: at once what the list knew, and after 150 ms bars, in cards as high as those that
 * come.
 */
export function OrderSkeleton({ orderId, row }: OrderSkeletonProps) {
  const heading = useScreenHeading();
  const due = useAfter(true);
  return (
    <div aria-busy="true">
      <div className={styles.head}>
        <div className={styles.who}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {orderId} {row && <BidiName name={row.full_name} />} <span className={styles.said}>is loading</span>
          </h1>
          {row && <StatusPill status={row.process_status} />}
        </div>
        {due && <span className={styles.line} />}
      </div>
      {row ? (
        <div className={styles.stack}>
          <KnownFacts id="order" row={row} />
          <KnownFacts id="personal" row={row} />
        </div>
      ) : (
        due && (
          <div className={styles.stack} data-testid="skeleton">
            <Card rows={5} />
            <Card rows={6} />
            <Card rows={4} />
          </div>
        )
      )}
    </div>
  );
}

function Card({ rows }: { rows: number }) {
  return (
    <div className={styles.card}>
      {Array.from({ length: rows * 2 }, (_, index) => (
        <span key={index} className={styles.line} />
      ))}
    </div>
  );
}
