import { useEffect, useState } from 'react';
import type { UploadedDocument } from 'shared/api/orderDetails';
import { shownFileName } from 'shared/format/fileName';
import { Button } from 'shared/kit/base';
import styles from './DocumentPreview.module.css';

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

interface DocumentPreviewProps {
  name: string;
  contentType: string;
  /** An address that answers with that very type. */
  source: string;
  /** Where the link leads, if not to the source. */
  address?: string;
}

/** A document in the page, with a link to a new tab; a PDF that the browser cannot show is downloaded instead. */
function DocumentPreview({ name, contentType, source, address = source }: DocumentPreviewProps) {
  const isPdf = contentType === 'application/pdf';
  const [shows, setShows] = useState(canShow(contentType));
  const saves = isPdf && !shows;
  const title = `Preview of ${shownFileName(name)}`;
  return (
    <div role="group" aria-label={title} className={styles.preview}>
      {!shows ? (
        <p className={styles.not}>This browser cannot show it here.</p>
      ) : isPdf ? (
        <iframe className={styles.pages} title={title} src={source} />
      ) : (
        <img className={styles.picture} alt={title} src={source} onError={() => setShows(false)} />
      )}
      <a href={address} target="_blank" rel="noreferrer" download={saves ? name : undefined}>
        {saves ? 'Download' : 'Open in a new tab'}
      </a>
    </div>
  );
}

interface PreviewButtonProps {
  document: Pick<UploadedDocument, 'file1' | 'original_name'>;
  /** The file that is looked at. */
  looked: string | null;
  onLook: (file1: string) => void;
}

/** Shows a stored document in the page, and puts it away again. */
export function PreviewButton({ document, looked, onLook }: PreviewButtonProps) {
  return (
    <Button
      variant="text"
      size="tiny"
      aria-label={`Preview ${document.original_name}`}
      aria-expanded={looked === document.file1}
      onClick={() => onLook(document.file1)}
    >
      Preview
    </Button>
  );
}

/** Where a stored document is, for a while, without a session (rules 11.9): as a file, or with `inline` to be looked at. */
export const documentAddress = ({ file1, grant }: Pick<UploadedDocument, 'file1' | 'grant'>, { inline = false } = {}) =>
  `/uploads/visaDocs/${encodeURIComponent(file1)}?grant=${encodeURIComponent(grant)}${inline ? '&inline=1' : ''}`;

/** Whether the browser shows a document of this type, as far as is known beforehand. */
const canShow = (contentType: string) => contentType !== 'application/pdf' || showsPdfs();

/** Where its name leads: to be looked at in a new tab, or to a file where the browser shows no PDFs. */
export const openAddress = (document: UploadedDocument) =>
  documentAddress(document, { inline: canShow(document.content_type) });

const units = ['B', 'KB', 'MB', 'GB'] as const;

/** Which unit a number of bytes is told in: the largest of which there is at least one. */
const unitIndex = (bytes: number) =>
  Math.min(units.length - 1, Math.max(0, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024))));

const inUnit = (bytes: number, unit: number) => (unit === 0 ? String(bytes) : (bytes / 1024 ** unit).toFixed(1));

/** '3.1 MB'; bytes have no decimals. */
export const fileSize = (bytes: number) => `${inUnit(bytes, unitIndex(bytes))} ${units[unitIndex(bytes)]}`;

/** '1.9 of 3.1 MB': both in the unit of the whole. */
export const partOfSize = (sent: number, total: number) => `${inUnit(sent, unitIndex(total))} of ${fileSize(total)}`;

/** Whether the browser shows PDFs itself; many phones and some managed browsers only download them (rules 11.18). */
export const showsPdfs = () => navigator.pdfViewerEnabled !== false;
