import { useEffect, useState } from 'react';
import type { UploadedDocument } from 'shared/api/orderDetails';
import { cleanFileName } from 'shared/format/fileName';
import { Button } from 'shared/kit/base';
import styles from './DocumentPreview.module.css';

export type StoredFile = Pick<UploadedDocument, 'file1' | 'grant' | 'original_name' | 'content_type'>;

/** Previews one of several stored files at a time: a button for each file, and the open preview. */
export function usePreview(files: readonly StoredFile[]) {
  const [opened, setOpened] = useState<string | null>(null);
  const shown = files.find(({ file1 }) => file1 === opened);
  return {
    button: ({ file1, original_name: name }: StoredFile) => (
      <Button
        variant="text"
        size="tiny"
        aria-label={`Preview ${name}`}
        aria-expanded={file1 === opened}
        onClick={() => setOpened(file1 === opened ? null : file1)}
      >
        Preview
      </Button>
    ),
    preview: shown && <StoredPreview key={shown.file1} file={shown} />,
  };
}

/** Fetches the file first, because a frame would show an error response as JSON. */
function StoredPreview({ file }: { file: StoredFile }) {
  const { original_name: name, content_type: contentType } = file;
  // Keep the first URL, because a new grant leads to the same file.
  const [address] = useState(() => documentUrl(file, { inline: true }));
  const [found, setFound] = useState<Blob | 'missing' | 'failed' | null>(null);
  const method = canShow(contentType) ? 'GET' : 'HEAD';
  useEffect(() => {
    const left = new AbortController();
    fetch(address, { method, signal: left.signal })
      .then(async (answer) => (answer.ok ? answer.blob() : answer.status === 404 ? 'missing' : 'failed'))
      .catch(() => 'failed' as const)
      .then((content) => !left.signal.aborted && setFound(content));
    return () => left.abort();
  }, [address, method]);
  if (found === null) return null;
  if (found === 'missing') return <p role="status">This file is missing. Ask for it again, or upload another one.</p>;
  if (found === 'failed') return <p role="status">This file could not be loaded. Close its preview and try again.</p>;
  return <FilePreview file={found} name={name} contentType={contentType} address={address} />;
}

interface FilePreviewProps {
  file: Blob;
  name: string;
  /** Detected from the bytes, never the file's own type, so that the bytes never render as a web page. */
  contentType: string;
  /** The link's URL. Default: an object URL of the bytes. */
  address?: string;
}

/** An inline preview with a link to open it in a new tab, or to download a PDF that the browser cannot show. */
export function FilePreview({ file, name, contentType, address }: FilePreviewProps) {
  const [source, setSource] = useState<string | null>(null);
  const [failedSource, setFailedSource] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file.slice(0, file.size, contentType));
    setSource(made);
    return () => URL.revokeObjectURL(made);
  }, [file, contentType]);
  if (source === null) return null;

  const isPdf = contentType === 'application/pdf';
  const isShown = canShow(contentType) && source !== failedSource;
  const saves = isPdf && !isShown;
  const title = `Preview of ${cleanFileName(name)}`;
  return (
    <div key={source} role="group" aria-label={title} className={styles.preview}>
      {!isShown ? (
        <p className={styles.not}>This browser can’t preview this file.</p>
      ) : isPdf ? (
        <iframe className={styles.pages} title={title} src={source} />
      ) : (
        <img className={styles.picture} alt={title} src={source} onError={() => setFailedSource(source)} />
      )}
      <a href={address ?? source} target="_blank" rel="noreferrer" download={saves ? name : undefined}>
        {saves ? 'Download' : 'Open in a new tab'}
      </a>
    </div>
  );
}

/** The URL of a stored document with its grant (rule 11.9). With `inline` it is shown instead of downloaded. */
export const documentUrl = ({ file1, grant }: Pick<UploadedDocument, 'file1' | 'grant'>, { inline = false } = {}) =>
  `/uploads/visaDocs/${encodeURIComponent(file1)}?grant=${encodeURIComponent(grant)}${inline ? '&inline=1' : ''}`;

/** Opens a document in a new tab, or downloads a PDF that the browser cannot show. */
export function DocumentLink({ document, className }: { document: UploadedDocument; className: string | undefined }) {
  const { original_name: name, content_type: contentType } = document;
  const url = documentUrl(document, { inline: canShow(contentType) });
  return (
    <a className={className} href={url} target="_blank" rel="noreferrer" title={name}>
      <bdi>{name}</bdi>
    </a>
  );
}

const canShow = (contentType: string) => contentType !== 'application/pdf' || canShowPdfs();

/** Many phones and some managed browsers can only download PDFs (rule 11.18). */
export const canShowPdfs = () => navigator.pdfViewerEnabled !== false;
