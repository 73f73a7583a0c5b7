import { useAfter } from 'shared/kit/base';
import controls from '../layout/controls.module.css';
import { SlowNote } from '../layout/SlowNote.tsx';
import styles from './LoadingOrder.module.css';

/** Nothing for a moment, then a skeleton, and Try again if loading takes long. */
export function LoadingOrder({ retry }: { retry: () => void }) {
  const isSlow = useAfter(true);
  if (!isSlow) return null;
  return (
    <>
      <div className={styles.skeleton}>
        <p className={controls.hidden} role="status">
          Loading your order
        </p>
        <span />
        <span />
        <span />
        <span />
      </div>
      <SlowNote retry={retry} />
    </>
  );
}
