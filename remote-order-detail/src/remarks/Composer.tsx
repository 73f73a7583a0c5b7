import { orderCalls } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { type DraftOwner, useCallForm, useSession, useShortcuts, useWatch } from 'shared/desk';
import { ComposerText } from './ComposerText.tsx';
import { ComposerTicks } from './ComposerTicks.tsx';
import { MoveBar } from './MoveBar.tsx';
import { readRemarkDraft } from './remarkDraft.ts';
import { isEmptyRemark, remarkTicks } from './remarkForm.ts';
import { RestoreBar } from './RestoreBar.tsx';
import { useComposerOpen } from './useComposerOpen.ts';
import { useKeptDraft } from './useKeptDraft.ts';
import { useMovesFocus } from './useMovesFocus.ts';
import { useRemarkActions } from './useRemarkActions.ts';
import styles from './Composer.module.css';

/** "Add Comment Below": docked below the order; one line until somebody writes, then the text, its ticks, and the moves. */
export function Composer({ order }: { order: OrderDetails }) {
  const memberId = useSession(({ user }) => user?.id ?? 0);
  // A session that changes hands under an open order begins with an empty form: what stands there is somebody else's.
  return <MembersComposer key={memberId} order={order} owner={{ memberId, orderId: order.order_id }} />;
}

function MembersComposer({ order, owner }: { order: OrderDetails; owner: DraftOwner }) {
  const form = useCallForm(orderCalls.addRemark, {
    fields: ['remark'],
    own: remarkTicks,
    defaultValues: readRemarkDraft(owner),
  });
  const written = useWatch({ control: form.control });
  const empty = isEmptyRemark(written);
  const { dock, open } = useComposerOpen(!empty || form.formState.errors.remark !== undefined);
  useKeptDraft(owner, written);
  const { comment, move, pending } = useRemarkActions(order, form);

  const isDeleted = order.process_status === 'Deleted';
  const { moves, focusMoves } = useMovesFocus(isDeleted);

  useShortcuts({
    // Not the form's `setFocus`: that comes a moment later, and the letter typed after C is lost.
    c: () => dock.current?.querySelector('textarea')?.focus(),
    m: focusMoves,
  });

  return (
    <form
      ref={dock}
      className={open ? `${styles.dock} ${styles.open}` : styles.dock}
      aria-label="Add Comment Below"
      noValidate
      onSubmit={form.handleSubmit(comment)}
    >
      <ComposerText
        form={form}
        open={open}
        pending={pending !== null}
        kept={!empty}
        onSend={() => void form.handleSubmit(comment)()}
      />
      {open && <ComposerTicks form={form} pending={pending !== null} />}
      <div ref={moves}>
        {isDeleted ? (
          <RestoreBar orderId={order.order_id} />
        ) : (
          <MoveBar
            order={order}
            withComment={(written.remark ?? '').trim() !== ''}
            labelAbove={open}
            moving={pending}
            onMove={move}
          />
        )}
      </div>
    </form>
  );
}
