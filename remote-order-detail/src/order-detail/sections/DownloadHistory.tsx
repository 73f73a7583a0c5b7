import { memo } from 'react';
import { Download } from 'lucide-react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { newest } from 'shared/format/count';
import { Moment } from '../Moment.tsx';
import { HistoryTable, NoRecord, SectionCard } from './SectionCard.tsx';
import styles from './HistoryTable.module.css';

const columns = [
  { label: 'Order ID', className: styles.wide },
  { label: 'Date', className: styles.lead },
  { label: 'IP', className: styles.wide },
  { label: 'Location' },
];

export const DownloadHistory = memo(function DownloadHistory({ order }: { order: OrderDetails }) {
  const { downloadHistory: downloads, downloadTotal: total } = order;
  return (
    <SectionCard id="downloads">
      {downloads.length === 0 ? (
        <NoRecord icon={Download}>The customer has not downloaded the document yet.</NoRecord>
      ) : (
        <HistoryTable columns={columns}>
          {downloads.map((row, index) => (
            <tr key={downloads.length - index}>
              <td className={styles.wide}>{row.order_id}</td>
              <td className={styles.lead}>
                <span className={styles.oneLine}>
                  <Moment at={row.create_ts} />
                </span>
                <span className={styles.under}>{row.ip}</span>
              </td>
              <td className={`${styles.wide} ${styles.anywhere}`}>{row.ip}</td>
              <td className={styles.anywhere}>
                {row.timezone ?? '-'}
                {row.percent < 100 && <span className={styles.note}>{row.percent}% sent so far</span>}
                {row.origin === 'staff' && <span className={styles.note}>On the staff site</span>}
              </td>
            </tr>
          ))}
        </HistoryTable>
      )}
      {total > downloads.length && <p className={styles.more}>{newest(downloads.length, total, 'downloads')}</p>}
    </SectionCard>
  );
});
