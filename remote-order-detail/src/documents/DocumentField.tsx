import { CircleAlert } from 'lucide-react';
import { useId, type Ref } from 'react';
import { ChosenFile, type UploadProgress } from './ChosenFile.tsx';
import { FileDrop } from './FileDrop.tsx';
import styles from './DocumentField.module.css';

interface DocumentFieldProps {
  ref: Ref<HTMLButtonElement>;
  file: File | null;
  error: string | undefined;
  progress: UploadProgress | null;
  onFile: (file: File) => void;
  onRemove: () => void;
  onCancel: () => void;
}

/** The form's document: where one is dropped or picked, and the one that was, with its error under it. */
export function DocumentField({ ref, file, error, progress, onFile, onRemove, onCancel }: DocumentFieldProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <span id={id} className={styles.label}>
        Document
      </span>
      {file ? (
        <ChosenFile ref={ref} file={file} progress={progress} onRemove={onRemove} onCancel={onCancel} />
      ) : (
        <FileDrop
          ref={ref}
          onFile={onFile}
          invalid={error !== undefined}
          describedBy={error && `${id}-error`}
          labelledBy={id}
        />
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          <CircleAlert size={14} strokeWidth={2} aria-hidden />
          {error}
        </p>
      )}
    </div>
  );
}
