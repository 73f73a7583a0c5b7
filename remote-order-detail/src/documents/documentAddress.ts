import type { UploadedDocument } from 'shared/api/orderDetails';

/** Where a stored document is, for a while, without a session (rules 11.9): as a file, or with `inline` to be looked at. */
export const documentAddress = ({ file1, grant }: Pick<UploadedDocument, 'file1' | 'grant'>, { inline = false } = {}) =>
  `/uploads/visaDocs/${encodeURIComponent(file1)}?grant=${encodeURIComponent(grant)}${inline ? '&inline=1' : ''}`;
