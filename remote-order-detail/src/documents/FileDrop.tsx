import { useRef, useState, type DragEvent, type Ref } from 'react';
import { acceptedDocuments } from 'shared/api/documentCalls';
import { Button } from 'shared/kit/base';
import styles from './FileDrop.module.css';

interface FileDropProps {
  /** The picker's button, which a missing file leads back to. */
  ref?: Ref<HTMLButtonElement>;
  onFile: (file: File) => void;
  invalid: boolean;
  /** The ids of hint and error. */
  describedBy?: string;
  labelledBy: string;
}

/** Takes a document from the picker or from a drop: PDF and any image. */
export function FileDrop({ ref, onFile, invalid, describedBy, labelledBy }: FileDropProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };

  return (
    <div
      className={[styles.drop, over && styles.over, invalid && styles.invalid].filter(Boolean).join(' ')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <span className={styles.how}>Drop the document here, or</span>
      <Button
        ref={ref}
        variant="outlined"
        size="small"
        id={`${labelledBy}-choose`}
        aria-labelledby={`${labelledBy} ${labelledBy}-choose`}
        aria-describedby={describedBy}
        onClick={() => picker.current?.click()}
      >
        Choose a file
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        data-testid="document-picker"
        accept={acceptedDocuments}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file can be chosen again after it was removed.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </div>
  );
}
