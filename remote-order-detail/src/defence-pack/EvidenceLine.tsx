import { Check, TriangleAlert } from 'lucide-react';
import type { EvidenceItem } from 'shared/api/defencePackCalls';
import styles from './EvidenceList.module.css';

interface EvidenceLineProps {
  item: Pick<EvidenceItem, 'what' | 'there' | 'needed'> & Partial<Pick<EvidenceItem, 'detail' | 'today'>>;
}

/** A piece of evidence: there or missing, when and by whom, and what can be done about it today. */
export function EvidenceLine({ item: { what, there, needed, detail, today } }: EvidenceLineProps) {
  const Icon = there ? Check : TriangleAlert;
  return (
    <li className={styles.line}>
      <Icon
        size={15}
        strokeWidth={there ? 2.5 : 2}
        className={there ? styles.there : needed ? styles.missing : styles.unneeded}
        aria-hidden
      />
      <span className={styles.text}>
        <span className={styles.said}>{there ? 'There: ' : 'Missing: '}</span>
        {what}
        {detail && (
          <span dir="auto" className={styles.detail}>
            {detail}
          </span>
        )}
        {today && <span className={styles.today}>{today}</span>}
      </span>
    </li>
  );
}
