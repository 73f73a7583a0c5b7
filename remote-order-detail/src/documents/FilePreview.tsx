import { useEffect, useState } from 'react';
import { DocumentPreview } from './DocumentPreview.tsx';

/** A chosen file before it is sent. Its type is the one of its bytes, so that no page of its own can come of it. */
export function FilePreview({ file, contentType }: { file: File; contentType: string }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file.slice(0, file.size, contentType));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file, contentType]);
  return address && <DocumentPreview key={address} name={file.name} contentType={contentType} address={address} />;
}
