import { SearchX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button, useScreenHeading } from 'shared/kit/base';
import styles from './OrderNotFound.module.css';

/** An address that names no order, with what was typed. */
export function OrderNotFound({ typed }: { typed: string }) {
  const heading = useScreenHeading();
  return (
    <div className={styles.blank}>
      <span className={styles.art}>
        <SearchX size={24} strokeWidth={1.75} aria-hidden />
      </span>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        Order not found
      </h1>
      <p>
        There is no order <bdi className={styles.typed}>{typed}</bdi>. Check the address, or look for it in a list.
      </p>
      <Button variant="contained" component={Link} to="/admin" className={styles.way}>
        Go to Dashboard
      </Button>
    </div>
  );
}
