import { Camera, FileText, Paperclip } from 'lucide-react';
import { useId, useRef, type ChangeEvent, type Ref } from 'react';
import { useSteady } from 'shared/kit/base';
import { shownFileName } from 'shared/format/fileName';
import controls from '../../layout/controls.module.css';
import { FieldError } from '../../layout/TextField.tsx';
import { fileSize } from '../fileDescription.ts';
import styles from './AnswerFile.module.css';

interface AnswerFileProps {
  button: Ref<HTMLButtonElement>;
  file: File | null;
  /** The name of one that was chosen before the page was loaded anew. */
  lostFile: string | null;
  limitMb: number;
  error: string | undefined;
  /** How much of it is gone, from 0 to 1; null while it is not on its way. */
  progress: number | null;
  onChoose: (file: File | null) => void;
}

/** A photo or a PDF to go along: taken or chosen, shown by its name, and how far it is while it is being sent. */
export function AnswerFile({ button, file, lostFile, limitMb, error: newest, progress, onChoose }: AnswerFileProps) {
  const id = useId();
  const error = useSteady(newest);
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const describedBy = error ? `${id}-hint ${id}-error` : `${id}-hint`;

  function chosen({ target }: ChangeEvent<HTMLInputElement>) {
    const [first] = target.files ?? [];
    // The same file can be chosen again after it was taken away.
    target.value = '';
    if (first) onChoose(first);
  }

  return (
    <div role="group" aria-labelledby={id} aria-describedby={describedBy} className={styles.field}>
      <span id={id} className={styles.label}>
        Photo or document
      </span>
      <p id={`${id}-hint`} className={styles.hint}>
        {lostFile
          ? `The page was reloaded, so please choose ${shownFileName(lostFile)} again.`
          : `If we asked for one. PDF or image, at most ${limitMb} MB`}
      </p>
      <input
        ref={files}
        type="file"
        hidden
        accept="application/pdf,image/*"
        data-testid="answer-file"
        onChange={chosen}
      />
      <input ref={camera} type="file" hidden accept="image/*" capture="environment" onChange={chosen} />
      {file ? (
        <div className={styles.file}>
          <FileText size={24} strokeWidth={1.75} aria-hidden />
          <div className={styles.about}>
            <bdi className={styles.name}>{shownFileName(file.name)}</bdi>
            <span className={styles.size}>{progress === null ? fileSize(file.size) : partOf(file.size, progress)}</span>
          </div>
          {progress === null && (
            <button ref={button} type="button" className={controls.link} onClick={() => onChoose(null)}>
              Remove<span className={controls.hidden}> {shownFileName(file.name)}</span>
            </button>
          )}
          {progress !== null && (
            <progress className={styles.bar} aria-label="Sending" value={progress} max={1}>
              {partOf(file.size, progress)}
            </progress>
          )}
        </div>
      ) : (
        <div className={styles.choices}>
          <button
            type="button"
            className={`${controls.outlined} ${styles.camera}`}
            aria-describedby={describedBy}
            aria-disabled={progress !== null}
            onClick={() => progress === null && camera.current?.click()}
          >
            <Camera size={20} strokeWidth={1.75} aria-hidden />
            <span>Take a photo</span>
          </button>
          <button
            ref={button}
            type="button"
            className={controls.outlined}
            aria-describedby={describedBy}
            aria-disabled={progress !== null}
            onClick={() => progress === null && files.current?.click()}
          >
            <Paperclip size={20} strokeWidth={1.75} aria-hidden />
            <span>Choose a file</span>
          </button>
        </div>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** '1.2 MB of 3.1 MB'; with the last byte gone, what is still being waited for. */
const partOf = (size: number, part: number) =>
  part < 1 ? `${fileSize(size * part)} of ${fileSize(size)}` : `${fileSize(size)}. We are looking at it…`;
