import type { UploadedDocument } from 'shared/api/orderDetails';
import { Button } from 'shared/kit/base';

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
