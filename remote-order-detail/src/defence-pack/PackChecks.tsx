import type { DefencePackType } from 'shared/rules/defencePacks';
import { useAfter } from 'shared/kit/base';
import { NotLoaded } from '../order-detail/sections/NotLoaded.tsx';
import { DaysLeft } from './DaysLeft.tsx';
import { MissingEvidence } from './MissingEvidence.tsx';
import { useReadiness } from './useReadiness.ts';
import { VerdictTag } from './VerdictTag.tsx';
import styles from './PackChecks.module.css';

interface PackChecksProps {
  orderId: string;
  defencePackType: DefencePackType;
}

/** What one pack has and lacks, beside and below its name. Nothing when it could not be loaded: `EvidenceNote` says that. */
export function PackChecks({ orderId, defencePackType }: PackChecksProps) {
  const { data, error } = useReadiness(orderId);
  const late = useAfter(!data && !error);
  const pack = data?.data.packs.find((one) => one.defencePackType === defencePackType);
  if (!pack) return late && <span className={styles.bars} data-testid="skeleton" />;
  return (
    <>
      <span className={styles.verdict}>
        <VerdictTag verdict={pack.verdict} />
      </span>
      <div className={styles.checks}>
        <MissingEvidence pack={pack} />
      </div>
    </>
  );
}

/** What is said of both packs: how long a dispute may be answered, or that the check could not be loaded. */
export function EvidenceNote({ orderId }: { orderId: string }) {
  const { data, error, refetch } = useReadiness(orderId);
  if (error && !data) {
    return (
      <div className={styles.note}>
        <NotLoaded onRetry={() => void refetch()}>
          What evidence there is could not be loaded. The packs can be opened all the same.
        </NotLoaded>
      </div>
    );
  }
  const dispute = data?.data.dispute;
  return (
    dispute && (
      <p className={styles.note}>
        <DaysLeft dispute={dispute} />
      </p>
    )
  );
}
