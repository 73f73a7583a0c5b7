const units = ['B', 'KB', 'MB', 'GB'] as const;

/** The index of the largest unit in which the size is at least 1. */
const unitIndex = (bytes: number) =>
  Math.min(units.length - 1, Math.max(0, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024))));

const inUnit = (bytes: number, unit: number) => (unit === 0 ? String(bytes) : (bytes / 1024 ** unit).toFixed(1));

/** '3.1 MB'; bytes have no decimals. */
export const fileSize = (bytes: number) => `${inUnit(bytes, unitIndex(bytes))} ${units[unitIndex(bytes)]}`;

export interface UploadProgress {
  sent: number;
  total: number;
  /** Milliseconds since the upload started. */
  elapsed: number;
}

/** '1.9 of 3.1 MB · 4 s left', in the unit of the total. After the last byte, says what the server is doing. */
export function uploadProgress({ sent, total, elapsed }: UploadProgress): string {
  if (sent >= total) return `${fileSize(total)} · Checking and storing…`;
  const parts = `${inUnit(sent, unitIndex(total))} of ${fileSize(total)}`;
  // The average speed is unknown at first.
  if (sent <= 0 || elapsed < 300) return parts;
  const seconds = Math.ceil(((total - sent) / sent) * (elapsed / 1000));
  return `${parts} · ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`;
}
