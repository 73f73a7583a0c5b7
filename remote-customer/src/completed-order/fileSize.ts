const kinds: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG image',
  'image/png': 'PNG image',
  'image/webp': 'WebP image',
  'image/heic': 'HEIC image',
};

/** 'PDF, 3.1 MB'. */
export function fileDescription({ content_type, size }: { content_type: string; size: number }): string {
  return `${kinds[content_type] ?? 'File'}, ${fileSize(size)}`;
}

export function fileSize(bytes: number): string {
  const megabytes = bytes / 1024 ** 2;
  if (megabytes >= 1) return `${megabytes.toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
  return `${Math.max(1, Math.round(bytes / 1024))} KB`;
}
