import { lazy, Suspense } from 'react';

const SnippetsDialog = lazy(async () => ({ default: (await import('./SnippetsDialog.tsx')).SnippetsDialog }));

/**
 * The snippets' dialog, loaded when it opens. It stands outside every other form: React hands its own form's submit on to
 * whatever form is around it, though in the document it is elsewhere.
 */
export function LazySnippetsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  if (!open) return null;
  return (
    <Suspense>
      <SnippetsDialog open onClose={onClose} />
    </Suspense>
  );
}
