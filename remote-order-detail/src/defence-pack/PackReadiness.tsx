import { Note } from 'shared/kit';
import { useAfter } from 'shared/kit/base';
import type { DefencePackType, PackVerdict } from 'shared/rules/defencePacks';
import { NotLoaded } from '../order-detail/sections/NotLoaded.tsx';
import { DaysLeft } from './DaysLeft.tsx';
import { EvidenceLine } from './EvidenceLine.tsx';
import { useReadiness } from './useReadiness.ts';
import styles from './EvidenceList.module.css';

const kinds = { Ready: 'success', 'Enough to send': 'info', 'Not useful yet': 'warning' } as const satisfies Record<
  PackVerdict,
  string
>;

/** How useful a pack is, and every piece of evidence: what is there, what is missing, and what to do about it today. */
export function PackReadiness({ orderId, defencePackType }: { orderId: string; defencePackType: DefencePackType }) {
  const { data, error, refetch } = useReadiness(orderId);
  const late = useAfter(!data && !error);
  const pack = data?.data.packs.find((one) => one.defencePackType === defencePackType);
  if (!pack) {
    if (error) {
      return (
        <NotLoaded onRetry={() => void refetch()}>
          What evidence there is could not be loaded. The PDF can be opened all the same.
        </NotLoaded>
      );
    }
    return <p className={styles.waiting}>{late && 'Looking at the evidence…'}</p>;
  }
  const dispute = data?.data.dispute;
  return (
    <>
      <Note kind={kinds[pack.verdict]}>
        <b>{pack.verdict}.</b> {pack.why}
      </Note>
      {dispute && (
        <p className={styles.days}>
          <DaysLeft dispute={dispute} />
        </p>
      )}
      <ul className={`${styles.list} ${styles.whole}`}>
        {pack.evidence.map((item) => (
          <EvidenceLine key={item.what} item={item} />
        ))}
      </ul>
    </>
  );
}
