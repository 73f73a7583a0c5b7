import type { ReactNode } from 'react';
import type { CustomerDownload } from 'shared/api/customerCalls';
import { newestOf } from 'shared/format/newestOf';
import { deviceName } from './deviceName.ts';
import styles from './DownloadHistory.module.css';
import { estTime, yourTime } from './momentTexts.ts';
import { placeOf, publicAddress } from './plainPlace.ts';

const columns: readonly (readonly [string, (download: CustomerDownload) => ReactNode])[] = [
  ['Date', (download) => <DateOf {...download} />],
  ['Device', ({ browser }) => deviceName(browser)],
  ['System', ({ os }) => os],
  ['Location', ({ timezone }) => placeOf(timezone)],
  ['IP address', ({ ip }) => publicAddress(ip)],
];

/** The traveller's own time, and below it the one of all histories of the house (rules 19.1). */
function DateOf({ create_ts: at, percent }: CustomerDownload) {
  return (
    <span>
      {yourTime(at)}
      <span className={styles.house}>{estTime(at)}</span>
      {percent < 100 && <span className={styles.house}>{percent}% sent so far</span>}
    </span>
  );
}

interface DownloadHistoryProps {
  /** The newest. */
  downloads: readonly CustomerDownload[];
  /** How many there are. */
  total: number;
}

/**
 * Who downloaded the document: a table, or one label and value under the other where the window is narrow. The roles are
 * spelt out because a table that is laid out as blocks loses its own.
 */
export function DownloadHistory({ downloads, total }: DownloadHistoryProps) {
  if (downloads.length === 0) return <p className={styles.empty}>No record found</p>;
  return (
    <>
      <table className={styles.history} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(([label]) => (
              <th key={label} role="columnheader" scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {downloads.map((download, place) => (
            <tr key={`${download.create_ts} ${place}`} role="row">
              {columns.map(([label, text]) => (
                <td key={label} role="cell" data-label={label} translate="no">
                  {text(download)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {total > downloads.length && <p className={styles.more}>{newestOf(downloads.length, total, 'downloads')}</p>}
    </>
  );
}
