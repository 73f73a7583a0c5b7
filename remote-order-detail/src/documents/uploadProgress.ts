import { fileSize } from 'shared/format/fileSize';

export interface UploadProgress {
  sent: number;
  total: number;
  /** Milliseconds since the upload started. */
  elapsed: number;
}

/** '1.9 MB of 3.1 MB · 4 s left'. After the last byte, says what the server is doing. */
export function uploadProgress({ sent, total, elapsed }: UploadProgress): string {
  const whole = fileSize(total);
  if (sent >= total) return `${whole} · Checking and storing…`;
  if (sent <= 0) return whole;
  const parts = `${fileSize(sent)} of ${whole}`;
  // The average speed is unknown at first.
  if (elapsed < 300) return parts;
  const seconds = Math.ceil(((total - sent) / sent) * (elapsed / 1000));
  return `${parts} · ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`;
}
