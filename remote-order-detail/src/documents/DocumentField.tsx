import { CircleAlert } from 'lucide-react';
import { useId, type Ref } from 'react';
import { useSteady } from 'shared/kit/base';
import { ChosenFile, type UploadProgress } from './ChosenFile.tsx';
import type { ChosenDocument } from './chosenDocument.ts';
import { FileDrop } from './FileDrop.tsx';
import styles from './DocumentField.module.css';

interface DocumentFieldProps {
  ref: Ref<HTMLButtonElement>;
  chosen: ChosenDocument | null;
  error: string | undefined;
  progress: UploadProgress | null;
  /** A file is being dragged over the page. */
  over: boolean;
  onPick: () => void;
  onRemove: () => void;
  onCancel: () => void;
}

/** The form's document: where one is dropped or picked, and the one that was, with its error under it. */
export function DocumentField({
  ref,
  chosen,
  error: newest,
  progress,
  over,
  onPick,
  onRemove,
  onCancel,
}: DocumentFieldProps) {
  const id = useId();
  const error = useSteady(newest);
  return (
    <div role="group" aria-labelledby={id}>
      <span id={id} className={styles.label}>
        Document
      </span>
      {chosen ? (
        <ChosenFile ref={ref} chosen={chosen} progress={progress} onRemove={onRemove} onCancel={onCancel} />
      ) : (
        <FileDrop
          ref={ref}
          over={over}
          onPick={onPick}
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
