import { useEffect, useState } from 'react';
import type { UploadedDocument } from 'shared/api/orderDetails';
import { canShow, documentAddress } from './documentAddress.ts';
import { DocumentPreview } from './DocumentPreview.tsx';
import { FilePreview } from './FilePreview.tsx';

type StoredFile = Pick<UploadedDocument, 'file1' | 'grant' | 'original_name' | 'content_type'>;

/** A stored file in the page; another file begins anew. */
export const StoredPreview = ({ file }: { file: StoredFile }) => <Preview key={file.file1} file={file} />;

/** Fetches the file once and shows these bytes: a frame that fetched it itself would show a refusal as JSON. */
function Preview({ file }: { file: StoredFile }) {
  const { original_name: name, content_type: contentType } = file;
  // The first address stays: another grant leads to the same document.
  const [address] = useState(() => documentAddress(file, { inline: true }));
  const [found, setFound] = useState<Blob | 'missing' | 'failed' | null>(null);
  const isShown = canShow(contentType);
  useEffect(() => {
    const left = new AbortController();
    fetch(address, { method: isShown ? 'GET' : 'HEAD', signal: left.signal })
      .then(async (answer) => (answer.ok ? answer.blob() : answer.status === 404 ? 'missing' : 'failed'))
      .catch(() => 'failed' as const)
      .then((came) => !left.signal.aborted && setFound(came));
    return () => left.abort();
  }, [address, isShown]);
  if (found === null) return null;
  if (found === 'missing') return <p role="status">This file is missing. Ask for it again, or upload another one.</p>;
  if (found === 'failed') return <p role="status">This file could not be loaded. Close its preview and try again.</p>;
  if (!isShown) return <DocumentPreview name={name} contentType={contentType} source={address} />;
  return <FilePreview file={found} name={name} contentType={contentType} address={address} />;
}
