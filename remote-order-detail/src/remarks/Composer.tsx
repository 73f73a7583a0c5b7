import { useCallback, useState } from 'react';
import { orderCalls } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { type DraftOwner, Opened, useCallForm, useSession, useShortcuts, useWatch } from 'shared/desk';
import { useOnline } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { readTyped } from '../drafts/draftForm.ts';
import { useKeptDraft } from '../drafts/useKeptDraft.ts';
import { LazySnippetsDialog } from '../snippets/LazySnippetsDialog.tsx';
import { composerKeys } from './composerKeys.ts';
import { ComposerText } from './ComposerText.tsx';
import { ComposerTicks } from './ComposerTicks.tsx';
import { MoveBar } from './MoveBar.tsx';
import { remarkDraft } from './remarkDraft.ts';
import { isEmptyRemark, remarkOwn } from './remarkForm.ts';
import { RestoreBar } from './RestoreBar.tsx';
import { useComposerOpen } from './useComposerOpen.ts';
import { useMovesFocus } from './useMovesFocus.ts';
import { useRemarkActions } from './useRemarkActions.ts';
import styles from './Composer.module.css';

const loadRefundFields = () => import('./RefundFields.tsx');

/**
 * "Add Comment Below": docked below the order; one line until somebody writes, also with a draft, then the text, its
 * ticks, and the moves. On a phone it stands at the end of the page, and a button that stays leads there.
 */
export function Composer({ order }: { order: OrderDetails }) {
  const memberId = useSession(({ user }) => user?.id ?? 0);
  // A session that changes hands under an open order begins with an empty form: what stands there is somebody else's.
  return <MembersComposer key={memberId} order={order} owner={{ memberId, orderId: order.order_id }} />;
}

function MembersComposer({ order, owner }: { order: OrderDetails; owner: DraftOwner }) {
  const form = useCallForm(orderCalls.addRemark, {
    fields: ['remark'],
    own: remarkOwn,
    defaultValues: readTyped(remarkDraft, owner),
  });
  const written = useWatch({ control: form.control });
  const empty = isEmptyRemark(written);
  const { errors } = form.formState;
  const { dock, open } = useComposerOpen(errors.remark !== undefined || errors.refund !== undefined);
  const [editing, setEditing] = useState(false);
  useKeptDraft(remarkDraft, owner, written);
  const { comment, move, pending } = useRemarkActions(order, form, owner);

  const isDeleted = order.process_status === 'Deleted';
  const { moves, focusMoves } = useMovesFocus(isDeleted);

  const { setValue } = form;
  const untickRefund = useCallback(() => setValue('statusRefund', false), [setValue]);
  const online = useOnline();
  // Not the form's `setFocus`: that comes a moment later, and the letter typed after C is lost.
  const write = () => dock.current?.querySelector('textarea')?.focus();
  useShortcuts({ c: write, m: focusMoves });
  const onKeyDown = composerKeys({
    onSend: () => pending === null && online && void form.handleSubmit(comment)(),
    onMoves: focusMoves,
    onLeave: () => document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true }),
  });

  return (
    <>
      {!open && (
        <div className={styles.jump}>
          <Button variant="outlined" onClick={write}>
            {empty ? 'Write a comment' : 'Go on with your draft'}
          </Button>
        </div>
      )}
      <form
        ref={dock}
        className={open ? `${styles.dock} ${styles.open}` : styles.dock}
        aria-label="Add Comment Below"
        noValidate
        onSubmit={form.handleSubmit(comment)}
        onKeyDown={onKeyDown}
      >
        <ComposerText order={order} form={form} open={open} kept={!empty} onEditSnippets={() => setEditing(true)} />
        {open && <ComposerTicks form={form} pending={pending !== null} />}
        <Opened load={loadRefundFields} open={open && written.statusRefund === true} onFailed={untickRefund}>
          {({ RefundFields }, isOpen) =>
            isOpen && (
              <RefundFields
                typed={written.refund ?? {}}
                error={errors.refund?.message}
                onType={(typed) => setValue('refund', typed)}
              />
            )
          }
        </Opened>
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
      <LazySnippetsDialog open={editing} onClose={() => setEditing(false)} />
    </>
  );
}
