import { useEffect, useState } from 'react';
import type { UploadedDocument } from 'shared/api/orderDetails';
import { documentAddress } from './documentAddress.ts';
import { DocumentPreview } from './DocumentPreview.tsx';

type StoredFile = Pick<UploadedDocument, 'file1' | 'grant' | 'original_name' | 'content_type'>;

/** A stored file in the page; another file begins anew. */
export const StoredPreview = ({ file }: { file: StoredFile }) => <Preview key={file.file1} file={file} />;

/** A frame would show a refusal as JSON, so HEAD asks first. */
function Preview({ file }: { file: StoredFile }) {
  const [address] = useState(() => documentAddress(file, { inline: true }));
  const [isThere, setIsThere] = useState<boolean | null>(null);
  useEffect(() => {
    fetch(address, { method: 'HEAD' }).then(
      ({ status }) => setIsThere(status !== 404),
      () => setIsThere(true),
    );
  }, [address]);
  if (isThere === null) return null;
  if (!isThere) return <p role="status">This file is missing. It has to be uploaded again.</p>;
  return <DocumentPreview name={file.original_name} contentType={file.content_type} address={address} />;
}
