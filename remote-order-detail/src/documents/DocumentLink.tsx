import type { UploadedDocument } from 'shared/api/orderDetails';
import { showsPdfs } from 'shared/kit';
import { documentAddress } from './documentAddress.ts';

interface DocumentLinkProps {
  document: UploadedDocument;
  className: string | undefined;
}

/** The name of a stored document: opens it in a new tab, or downloads it where the browser cannot show it. */
export const DocumentLink = ({ document, className }: DocumentLinkProps) => (
  <a
    className={className}
    href={documentAddress(document, { inline: document.content_type !== 'application/pdf' || showsPdfs() })}
    target="_blank"
    rel="noreferrer"
    title={document.original_name}
  >
    <bdi>{document.original_name}</bdi>
  </a>
);
