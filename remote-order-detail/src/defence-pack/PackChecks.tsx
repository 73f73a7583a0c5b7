import { Check, TriangleAlert } from 'lucide-react';
import { defencePackCalls, type EvidenceItem } from 'shared/api/defencePackCalls';
import { useCall } from 'shared/desk';
import { listDateTime } from 'shared/format/dates';
import { daysLeft } from 'shared/format/daysLeft';
import { Note, useDelayed } from 'shared/kit/base';
import { type DefencePackType, type PackVerdict, urgentDays } from 'shared/rules/defencePacks';
import { RetryNote } from 'shared/kit';
import { Tag } from '../order-detail/sections/SectionCard.tsx';
import styles from './PackChecks.module.css';

interface PackOfOrder {
  orderId: string;
  defencePackType: DefencePackType;
}

const looks = {
  Ready: { tone: 'ok', note: 'success' },
  'Enough to send': { tone: 'warn', note: 'warning' },
  'Not useful yet': { tone: 'bad', note: 'error' },
} as const satisfies Record<PackVerdict, object>;

const useReadiness = (orderId: string, isPrefetched = false) =>
  useCall(defencePackCalls.packReadiness, { orderId }, { keepPrevious: false, isPrefetched });

function usePackReadiness({ orderId, defencePackType }: PackOfOrder, isPrefetched = false) {
  const { data, error, refetch } = useReadiness(orderId, isPrefetched);
  const isLate = useDelayed(!data && !error);
  const pack = data?.data.packs.find((one) => one.defencePackType === defencePackType);
  return { pack, dispute: data?.data.dispute, error, refetch, isLate };
}

export function PackChecks(packOfOrder: PackOfOrder) {
  const { pack, isLate } = usePackReadiness(packOfOrder, true);
  if (!pack) return isLate && <span className={styles.bars} data-testid="skeleton" />;
  const there = pack.evidence.filter((item) => item.there).map(({ what }) => what);
  return (
    <>
      <span className={styles.verdict}>
        <Tag tone={looks[pack.verdict].tone}>{pack.verdict}</Tag>
      </span>
      <ul className={styles.checks}>
        {pack.evidence
          .filter((item) => !item.there)
          .map((item) => (
            <EvidenceLine key={item.what} item={item} />
          ))}
        {there.length > 0 && (
          <EvidenceLine item={{ there: true, needed: false, what: there.join(' · '), detail: null, today: null }} />
        )}
      </ul>
    </>
  );
}

export function EvidenceNote({ orderId }: { orderId: string }) {
  const { data, error, refetch } = useReadiness(orderId, true);
  if (error && !data) {
    return (
      <div className={styles.note}>
        <RetryNote onRetry={() => void refetch()}>
          The evidence check could not be loaded. You can still open the packs.
        </RetryNote>
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

export function DisputeDays({ orderId }: { orderId: string }) {
  const dispute = useReadiness(orderId).data?.data.dispute;
  if (!dispute) return null;
  const days = dispute.days_left;
  return (
    <>
      <b className={days < 0 ? styles.over : days < urgentDays ? styles.urgent : undefined}>{daysLeft(days)}</b>
      {days >= 0 && ' to respond'}
    </>
  );
}

export function PackReadiness(packOfOrder: PackOfOrder) {
  const { pack, dispute, error, refetch, isLate } = usePackReadiness(packOfOrder);
  if (!pack) {
    if (!error) return <p className={styles.waiting}>{isLate && 'Checking the evidence…'}</p>;
    return (
      <RetryNote onRetry={() => void refetch()}>
        The evidence check could not be loaded. You can still open the PDF.
      </RetryNote>
    );
  }
  return (
    <>
      <Note kind={looks[pack.verdict].note}>
        <b>{pack.verdict}.</b> {pack.why}
      </Note>
      {dispute && (
        <p className={styles.days}>
          <DaysLeft dispute={dispute} />
        </p>
      )}
      <ul className={styles.whole}>
        {pack.evidence.map((item) => (
          <EvidenceLine key={item.what} item={item} />
        ))}
      </ul>
    </>
  );
}

function EvidenceLine({ item: { what, there, needed, detail, today } }: { item: EvidenceItem }) {
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
        <span className="visually-hidden">{there ? 'Present: ' : 'Missing: '}</span>
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

function DaysLeft({ dispute: { respond_by, days_left } }: { dispute: { respond_by: string; days_left: number } }) {
  return (
    <>
      <b>{daysLeft(days_left)}</b>
      {days_left < 0 ? ': the response was due by ' : ' to respond to this dispute, by '}
      {listDateTime(respond_by)} (UTC). If the bank’s letter gives another date, use that.
    </>
  );
}
