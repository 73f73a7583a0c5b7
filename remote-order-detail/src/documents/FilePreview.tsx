import { useEffect, useState } from 'react';
import { DocumentPreview } from './DocumentPreview.tsx';

interface FilePreviewProps {
  file: Blob;
  name: string;
  contentType: string;
  /** Where the file is stored; a chosen one is not yet. */
  address?: string;
}

/** A file that the page has the bytes of. Its type is read from them, so that it is never shown as a web page. */
export function FilePreview({ file, name, contentType, address }: FilePreviewProps) {
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file.slice(0, file.size, contentType));
    setSource(made);
    return () => URL.revokeObjectURL(made);
  }, [file, contentType]);
  return (
    source && <DocumentPreview key={source} name={name} contentType={contentType} source={source} address={address} />
  );
}
