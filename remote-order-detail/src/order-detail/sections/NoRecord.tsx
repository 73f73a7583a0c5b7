import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './NoRecord.module.css';

/** An empty history: its text (rules 18.8), and why in a sentence. */
export function NoRecord({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className={styles.none}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span>
        <b>No record found</b> <span className={styles.why}>{children}</span>
      </span>
    </p>
  );
}
