import type { UploadedDocument } from 'shared/api/orderDetails';
import { documentAddress } from './documentAddress.ts';
import { DocumentPreview } from './DocumentPreview.tsx';

type StoredFile = Pick<UploadedDocument, 'file1' | 'grant' | 'original_name' | 'content_type'>;

/** A stored file in the page; another file begins anew. */
export const StoredPreview = ({ file }: { file: StoredFile }) => (
  <DocumentPreview
    key={file.file1}
    name={file.original_name}
    contentType={file.content_type}
    address={documentAddress(file, { inline: true })}
  />
);
