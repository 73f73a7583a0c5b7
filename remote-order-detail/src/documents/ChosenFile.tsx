import { FileText } from 'lucide-react';
import { useState, type Ref } from 'react';
import { shownFileName } from 'shared/format/fileName';
import { Button } from 'shared/kit/base';
import type { ChosenDocument } from './chosenDocument.ts';
import { FilePreview } from './FilePreview.tsx';
import { fileSize, partOfSize } from './fileSize.ts';
import { timeLeft } from './timeLeft.ts';
import styles from './ChosenFile.module.css';

/** How far an upload is. */
export interface UploadProgress {
  sent: number;
  total: number;
  /** Milliseconds since it began. */
  elapsed: number;
}

interface ChosenFileProps {
  ref?: Ref<HTMLButtonElement>;
  chosen: ChosenDocument;
  /** Null while it is not on its way. */
  progress: UploadProgress | null;
  onRemove: () => void;
  onCancel: () => void;
}

/**
 * The document that is to be sent: its name and size, a look at it on demand, and while it is on its way how much is gone
 * and how long it takes.
 */
export function ChosenFile({ ref, chosen, progress, onRemove, onCancel }: ChosenFileProps) {
  const { file, contentType, fault } = chosen;
  const [looked, setLooked] = useState(false);
  const percent = progress ? Math.round((progress.sent / Math.max(1, progress.total)) * 100) : 0;
  return (
    <div className={styles.file}>
      <div className={styles.line}>
        <FileText size={20} strokeWidth={1.75} aria-hidden />
        <div className={styles.about}>
          <div className={styles.name} title={shownFileName(file.name)}>
            <bdi>{shownFileName(file.name)}</bdi>
          </div>
          <div className={styles.size}>{progress ? progressText(progress) : fileSize(file.size)}</div>
        </div>
        {contentType && !fault && (
          <Button variant="text" size="tiny" aria-expanded={looked} onClick={() => setLooked(!looked)}>
            Preview
          </Button>
        )}
        <Button ref={ref} variant="text" size="tiny" onClick={progress ? onCancel : onRemove}>
          {progress ? 'Cancel' : 'Remove'}
        </Button>
      </div>
      {progress && (
        <div
          role="progressbar"
          aria-label="Uploading"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={progressText(progress)}
          className={styles.bar}
        >
          <i style={{ width: `${percent}%` }} />
        </div>
      )}
      {looked && contentType && (
        <div className={styles.preview}>
          <FilePreview file={file} name={file.name} contentType={contentType} />
        </div>
      )}
    </div>
  );
}

/** '1.9 of 3.1 MB · 4 s left'; with the last byte gone, what is still being waited for. */
function progressText({ sent, total, elapsed }: UploadProgress): string {
  if (total > 0 && sent >= total) return `${fileSize(total)} · Checking and storing…`;
  return [partOfSize(sent, total), timeLeft(sent, total, elapsed)].filter(Boolean).join(' · ');
}
