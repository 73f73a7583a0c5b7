import { useAfter, useScreenHeading } from 'shared/kit/base';
import styles from './OrderSkeleton.module.css';

/** The shape of an order while it loads: nothing for 150 ms, then head and cards as high as those that come. */
export function OrderSkeleton({ orderId }: { orderId: string }) {
  const heading = useScreenHeading();
  const due = useAfter(true);
  return (
    <div aria-busy="true">
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {orderId} <span className={styles.said}>is loading</span>
        </h1>
        {due && <span className={styles.line} />}
      </div>
      {due && (
        <div className={styles.stack} data-testid="skeleton">
          <Card rows={5} />
          <Card rows={6} />
          <Card rows={4} />
        </div>
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
