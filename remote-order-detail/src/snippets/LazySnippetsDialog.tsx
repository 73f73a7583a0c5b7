import { Opened } from 'shared/desk';

const loadDialog = () => import('./SnippetsDialog.tsx');

/**
 * The snippets' dialog, loaded when it opens. It stands outside every other form: React hands its own form's submit on to
 * whatever form is around it, though in the document it is elsewhere.
 */
export function LazySnippetsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Opened load={loadDialog} open={open} onFailed={onClose}>
      {({ SnippetsDialog }, isOpen) => isOpen && <SnippetsDialog open onClose={onClose} />}
    </Opened>
  );
}
