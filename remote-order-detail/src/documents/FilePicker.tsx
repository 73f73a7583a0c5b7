import type { Ref } from 'react';
import { acceptedDocuments } from 'shared/api/documentCalls';

/** The browser's own picker, which a button opens. */
export function FilePicker({ ref, onFile }: { ref: Ref<HTMLInputElement>; onFile: (file: File) => void }) {
  return (
    <input
      ref={ref}
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
  );
}
