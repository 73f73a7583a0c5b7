/** '3.1 MB', '47 KB'; at least '1 KB'. */
export function fileSize(bytes: number): string {
  const megabytes = bytes / 1024 ** 2;
  if (megabytes >= 1) return `${megabytes.toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
  return `${Math.max(1, Math.round(bytes / 1024))} KB`;
}
