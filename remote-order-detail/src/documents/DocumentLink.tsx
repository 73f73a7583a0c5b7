import type { UploadedDocument } from 'shared/api/orderDetails';
import { showsPdfs } from 'shared/kit';
import { documentAddress } from './documentAddress.ts';

interface DocumentLinkProps {
  document: UploadedDocument;
  className: string | undefined;
}

/** The name of a stored document: opens it in a new tab, or downloads it where the browser cannot show it. */
export function DocumentLink({ document, className }: DocumentLinkProps) {
  const { original_name: name, content_type: contentType } = document;
  const opens = contentType !== 'application/pdf' || showsPdfs();
  return (
    <a
      className={className}
      href={documentAddress(document, { inline: opens })}
      {...(opens ? { target: '_blank', rel: 'noreferrer', title: name } : { title: `Download ${name}` })}
    >
      <bdi>{name}</bdi>
    </a>
  );
}
