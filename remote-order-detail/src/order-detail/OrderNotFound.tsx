import { SearchX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { EmptyState } from 'shared/kit';
import { Button } from 'shared/kit/base';
import styles from './OrderNotFound.module.css';

/** An address that names no order, with what was typed. */
export function OrderNotFound({ typed }: { typed: string }) {
  return (
    <EmptyState
      wholeScreen
      icon={<SearchX size={24} strokeWidth={1.75} aria-hidden />}
      title="Order not found"
      action={
        <Button variant="contained" component={Link} to="/admin">
          Go to Dashboard
        </Button>
      }
    >
      There is no order <bdi className={styles.typed}>{typed}</bdi>. Check the address, or look for it in a list.
    </EmptyState>
  );
}
