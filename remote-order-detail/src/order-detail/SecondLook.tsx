import { Flag } from 'lucide-react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { secondLook } from 'shared/declaration/secondLook';
import { focusPlace } from './focusPlace.ts';
import styles from './SecondLook.module.css';

/** What of this order needs a second look: flags that lead to what they are about. */
export function SecondLook({ order }: { order: OrderDetails }) {
  const flags = secondLook(order, new Date());
  if (flags.length === 0) return null;
  return (
    <ul className={styles.flags} aria-label="Needs a second look">
      {flags.map(({ label, anchor }) => (
        <li key={label}>
          <a
            href={`#${anchor}`}
            className={styles.flag}
            onClick={(event) => {
              // The address stays the order's own, as with the tabs.
              event.preventDefault();
              focusPlace(anchor);
            }}
          >
            <Flag size={12} strokeWidth={2} aria-hidden />
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
