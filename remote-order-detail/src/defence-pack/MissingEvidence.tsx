import type { PackReadiness } from 'shared/api/defencePackCalls';
import { EvidenceLine } from './EvidenceLine.tsx';
import styles from './EvidenceList.module.css';

/** In short: what is missing, a line each with what to do about it today, and what is there in one line. */
export function MissingEvidence({ pack: { evidence } }: { pack: PackReadiness }) {
  const there = evidence.filter((item) => item.there);
  return (
    <ul className={styles.list}>
      {evidence
        .filter((item) => !item.there)
        .map((item) => (
          <EvidenceLine key={item.what} item={item} />
        ))}
      {there.length > 0 && (
        <EvidenceLine item={{ there: true, needed: false, what: there.map(({ what }) => what).join(' · ') }} />
      )}
    </ul>
  );
}
