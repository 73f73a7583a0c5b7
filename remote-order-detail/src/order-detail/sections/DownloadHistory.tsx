import { memo } from 'react';
import { Download } from 'lucide-react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { historyTime } from 'shared/format/dates';
import { newestOf } from 'shared/format/newestOf';
import { NoRecord, SectionCard } from './SectionCard.tsx';
import styles from './HistoryTable.module.css';

interface DownloadHistoryProps {
  /** The newest. */
  downloads: OrderDetails['downloadHistory'];
  /** How many there are. */
  total: number;
}

/** When and from where the document was fetched with the order's id and e-mail. */
export const DownloadHistory = memo(function DownloadHistory({ downloads, total }: DownloadHistoryProps) {
  return (
    <SectionCard id="downloads">
      {downloads.length === 0 ? (
        <NoRecord icon={Download}>The customer has not downloaded the document yet.</NoRecord>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col" className={styles.wide}>
                  Order ID
                </th>
                <th scope="col" className={styles.lead}>
                  Date
                </th>
                <th scope="col" className={styles.wide}>
                  IP
                </th>
                <th scope="col">Location</th>
              </tr>
            </thead>
            <tbody>
              {downloads.map((row, index) => (
                <tr key={downloads.length - index}>
                  <td className={styles.wide}>{row.order_id}</td>
                  <td className={styles.lead}>
                    <span className={styles.oneLine}>{historyTime(row.create_ts)}</span>
                    <span className={styles.under}>{row.ip}</span>
                  </td>
                  <td className={`${styles.wide} ${styles.anywhere}`}>{row.ip}</td>
                  <td className={styles.anywhere}>
                    {row.timezone ?? '-'}
                    {row.percent < 100 && <span className={styles.note}>{row.percent}% sent so far</span>}
                    {row.origin === 'staff' && <span className={styles.note}>On the staff’s site</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {total > downloads.length && <p className={styles.more}>{newestOf(downloads.length, total, 'downloads')}</p>}
    </SectionCard>
  );
});
