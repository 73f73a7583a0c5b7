const units = ['B', 'KB', 'MB', 'GB'] as const;

/** Which unit a number of bytes is told in: the largest of which there is at least one. */
const unitIndex = (bytes: number) =>
  Math.min(units.length - 1, Math.max(0, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024))));

const inUnit = (bytes: number, unit: number) => (unit === 0 ? String(bytes) : (bytes / 1024 ** unit).toFixed(1));

/** '3.1 MB'; bytes have no decimals. */
export const fileSize = (bytes: number) => `${inUnit(bytes, unitIndex(bytes))} ${units[unitIndex(bytes)]}`;

/** '1.9 of 3.1 MB': both in the unit of the whole. */
export const partOfSize = (sent: number, total: number) => `${inUnit(sent, unitIndex(total))} of ${fileSize(total)}`;
