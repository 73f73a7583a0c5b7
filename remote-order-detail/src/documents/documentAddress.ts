import type { UploadedDocument } from 'shared/api/orderDetails';
import { showsPdfs } from 'shared/kit';

/** Where a stored document is, for a while, without a session (rules 11.9): as a file, or with `inline` to be looked at. */
export const documentAddress = ({ file1, grant }: Pick<UploadedDocument, 'file1' | 'grant'>, { inline = false } = {}) =>
  `/uploads/visaDocs/${encodeURIComponent(file1)}?grant=${encodeURIComponent(grant)}${inline ? '&inline=1' : ''}`;

/** Whether the browser shows a document of this type, as far as is known beforehand. */
export const canShow = (contentType: string) => contentType !== 'application/pdf' || showsPdfs();

/** Where its name leads: to be looked at in a new tab, or to a file where the browser shows no PDFs. */
export const openAddress = (document: UploadedDocument) =>
  documentAddress(document, { inline: canShow(document.content_type) });
