import { useAfter } from 'shared/kit/base';
import controls from '../layout/controls.module.css';
import styles from './LoadingOrder.module.css';

/** Nothing for a moment, then grey lines of the size of what comes. */
export function LoadingOrder() {
  const isSlow = useAfter(true);
  if (!isSlow) return null;
  return (
    <div className={styles.skeleton}>
      <p className={controls.hidden} role="status">
        Loading your order
      </p>
      <span />
      <span />
      <span />
      <span />
    </div>
  );
}
