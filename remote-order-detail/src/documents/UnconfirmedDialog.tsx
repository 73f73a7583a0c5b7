import { ConfirmDialog } from 'shared/kit';
import { Mismatches } from './Mismatches.tsx';
import type { Unconfirmed } from './useUpload.ts';

/** Asks whether a document that looks like another person's is to be sent all the same: rules 11.4, 11.14. */
export function UnconfirmedDialog({ unconfirmed, onKeep }: { unconfirmed: Unconfirmed | null; onKeep: () => void }) {
  return (
    <ConfirmDialog
      open={unconfirmed !== null}
      title="This may be someone else’s document"
      confirmLabel="Send it anyway"
      destructive
      onConfirm={() => unconfirmed?.sendAnyway()}
      onCancel={onKeep}
    >
      <Mismatches warnings={unconfirmed?.warnings ?? []} />
      <p>Nothing was sent. Your file is still selected.</p>
    </ConfirmDialog>
  );
}
