import type { ReactNode } from 'react';
import type { CustomerDownload } from 'shared/api/customerCalls';
import { newest } from 'shared/format/count';
import { historyTime } from 'shared/format/newYork';
import controls from '../layout/controls.module.css';
import styles from './DownloadHistory.module.css';
import { yourTime } from './formats.ts';

const columns: readonly (readonly [string, (download: CustomerDownload) => ReactNode])[] = [
  ['Date', (download) => <DateOf {...download} />],
  ['Device', ({ browser }) => deviceName(browser)],
  ['System', ({ os }) => os],
  ['Location', ({ timezone }) => locationName(timezone)],
  ['IP address', ({ ip }) => publicAddress(ip)],
];

/** The customer's time, with EST below as in all histories (rule 19.1). */
function DateOf({ create_ts: at, percent }: CustomerDownload) {
  return (
    <span>
      {yourTime(at)}
      <span className={styles.house}>{historyTime(at)}</span>
      {percent < 100 && <span className={styles.house}>{percent ? `${percent}% sent so far` : 'Started'}</span>}
    </span>
  );
}

/** A table, or label and value pairs on narrow screens. Sets the roles, because block layout removes implicit ones. */
export function DownloadHistory({ downloads, total }: { downloads: readonly CustomerDownload[]; total: number }) {
  if (downloads.length === 0)
    return (
      <p className={controls.aside}>
        <b>No record found</b>. You haven’t downloaded the document yet.
      </p>
    );
  return (
    <>
      <table className={styles.history} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(([label], index) => (
              <th key={label} role="columnheader" scope="col" aria-colindex={index + 1}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {downloads.map((download, place) => (
            <tr key={`${download.create_ts} ${place}`} role="row">
              {columns.map(([label, textOf], index) => {
                const text = textOf(download);
                return (
                  <td
                    key={label}
                    role="cell"
                    aria-colindex={index + 1}
                    data-label={label}
                    data-unknown={text === '-' || undefined}
                    translate="no"
                  >
                    {text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {total > downloads.length && <p className={controls.aside}>{newest(downloads.length, total, 'downloads')}</p>}
    </>
  );
}

/**
 * 'Safari-iPhone-mobile' → 'Safari on iPhone, mobile'. The API's text is browser, device and device type, separated by
 * dashes (rule 16.10); unknown parts are left out.
 */
export function deviceName(browser: string): string {
  const parts = browser.split('-');
  const type = parts.length > 2 ? parts.pop() : '';
  const device = parts.length > 1 ? parts.pop() : '';
  const known = (part = '') => (part.toLowerCase() === 'unknown' ? '' : part);
  const nameOnDevice = [known(parts.join('-')), known(device)].filter(Boolean).join(' on ');
  return [nameOnDevice, known(type)].filter(Boolean).join(', ') || 'Unknown';
}

/** 'America/New_York' → 'America/New York'. A time zone without a place, such as UTC, gives '-' (rule 16.9). */
export function locationName(timezone: string | null): string {
  if (!timezone?.includes('/') || timezone.startsWith('Etc/')) return '-';
  return timezone.replaceAll('_', ' ');
}

/** Loopback, link-local and private networks, shown as '-'. */
const privateNetwork =
  /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|0\.0\.0\.0$|::1?$|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/i;

export const publicAddress = (ip: string) => (privateNetwork.test(ip) ? '-' : ip);
