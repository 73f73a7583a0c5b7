import { useState } from 'react';
import { shownFileName } from 'shared/format/fileName';
import { canShow } from './documentAddress.ts';
import styles from './DocumentPreview.module.css';

interface DocumentPreviewProps {
  name: string;
  contentType: string;
  /** An address that answers with that very type. */
  source: string;
  /** Where the link leads, if not to the source. */
  address?: string;
}

/** A document in the page, with a link to a new tab; a PDF that the browser cannot show is downloaded instead. */
export function DocumentPreview({ name, contentType, source, address = source }: DocumentPreviewProps) {
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
