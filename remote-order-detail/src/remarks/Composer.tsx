import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { orderCalls } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { useCallForm, useDraft, useSession, useShortcuts, useWatch } from 'shared/desk';
import { Button, Field, useOnline } from 'shared/kit/base';
import { may } from 'shared/rules/permissions';
import { LazyDialog } from '../LazyDialog.tsx';
import { focusHeading, focusNextStep, isCtrlEnter, useFocusedForm, useLostFocus } from '../order-detail/focus.ts';
import { useSnippetPicker } from '../snippets/useSnippetPicker.tsx';
import { useIsInView } from '../order-detail/useIsInView.ts';
import { useOrderActions } from '../order-detail/useOrderAction.ts';
import styles from './Composer.module.css';
import { MoveBar, RestoreBar } from './MoveBar.tsx';
import {
  readRemarkDraft,
  emptyRemark,
  isEmptyRemark,
  RefundFields,
  RemarkTicks,
  remarkFormFields,
  useRemarkActions,
  type RemarkFormApi,
} from './remarkForm.tsx';

const loadSnippets = () => import('../snippets/SnippetsDialog.tsx');

/**
 * "Add Comment Below": docked, and one line until used. On a phone it is at the end of the page until a button docks
 * it.
 */
export function Composer({ order }: { order: OrderDetails }) {
  const memberId = useSession(({ user }) => user?.id ?? 0);
  const draft = { of: 'remark', memberId, orderId: order.order_id } as const;
  const form = useCallForm(orderCalls.addRemark, {
    fields: ['remark'],
    own: remarkFormFields,
    defaultValues: readRemarkDraft(draft),
  });
  const written = { ...emptyRemark, ...useWatch({ control: form.control }) };
  const empty = isEmptyRemark(written);
  useDraft(draft, empty ? null : written);
  const { errors } = form.formState;
  const { dock, open, first, show, close } = useComposerOpen(
    errors.remark !== undefined || errors.refund !== undefined,
  );
  const inSight = useIsInView(dock);
  const [editing, setEditing] = useState(false);
  const isDeleted = order.process_status === 'Deleted';
  const mayMove = useSession(({ role }) => !isDeleted || may(role, 'order.restore'));
  const movesToRefunds = !isDeleted && order.process_status !== 'Refunds';
  const moves = useRef<HTMLDivElement>(null);
  /** Focuses the first move other than the current status, even while moves have to wait. */
  const focusMoves = () => moves.current?.querySelector<HTMLElement>('button:not([aria-current])')?.focus();
  // Restore replaces the moves, and the reverse.
  useLostFocus(isDeleted, focusNextStep);
  const online = useOnline();
  const { moveCooldown } = useOrderActions();

  // Focus at once: `setFocus` is asynchronous and would lose the next letter.
  const write = () => {
    show('text');
    dock.current?.querySelector('textarea')?.focus({ preventScroll: true });
  };
  // After a failure, reopen the form, unless the member has moved the focus.
  const { comment, move, pending } = useRemarkActions(order, form, draft, () => {
    if (document.activeElement?.matches('h1')) write();
  });
  /** For a phone: focusing the field instead would open the keyboard over the moves. */
  const openMoves = () => {
    show('moves');
    focusMoves();
  };
  useShortcuts({ c: write, m: focusMoves });
  // Moves appear where the tapped button was, so they ignore the second tap of a double tap.
  const onTap = (openPart: () => void) => () => {
    moveCooldown.start();
    openPart();
  };

  const isSent = () => isEmptyRemark({ ...emptyRemark, ...form.getValues() });
  const submit = form.handleSubmit(async (filled) => {
    // The text is being sent, so the next key must be a shortcut, not a letter.
    if (dock.current?.contains(document.activeElement)) focusHeading();
    const isAdded = await comment(filled);
    if (isAdded && isSent() && !dock.current?.contains(document.activeElement)) close();
  });
  const send = () => pending === null && online && void submit();
  /** Applies anywhere in the composer, except in an open dialog, which has its own keys. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.target as Node) || event.nativeEvent.isComposing) return;
    const sendOrMove = isCtrlEnter(event) && (event.shiftKey ? focusMoves : send);
    const act = sendOrMove || (event.key === 'Escape' && focusHeading);
    if (!act) return;
    event.preventDefault();
    if (!event.repeat) act();
  };

  return (
    <>
      {!open && !inSight && (
        <div className={styles.jump}>
          <Button variant="outlined" onClick={onTap(write)}>
            {empty ? 'Add comment' : 'Continue your draft'}
          </Button>
          {mayMove && (
            <Button variant="outlined" onClick={onTap(openMoves)}>
              {isDeleted ? 'Restore…' : 'Move…'}
            </Button>
          )}
        </div>
      )}
      <form
        ref={dock}
        name="comment"
        className={open ? `${styles.dock} ${styles.open}` : styles.dock}
        aria-label="Add Comment Below"
        data-first={first}
        noValidate
        onSubmit={submit}
        onKeyDown={onKeyDown}
      >
        <ComposerText order={order} form={form} open={open} hasText={!empty} onEditSnippets={() => setEditing(true)} />
        {open && <RemarkTicks form={form} pending={pending !== null} />}
        {open && written.statusRefund && movesToRefunds && (
          <RefundFields
            typed={written.refund}
            error={errors.refund?.message}
            onType={(typed) => form.setValue('refund', typed)}
          />
        )}
        <div ref={moves} data-moves>
          {isDeleted ? (
            <RestoreBar orderId={order.order_id} />
          ) : (
            <MoveBar
              order={order}
              withComment={written.remark.trim() !== ''}
              labelAbove={open}
              moving={pending}
              onMove={move}
              // Not earlier: a dialog would return the focus into the closed composer, and a phone would scroll there.
              onMoved={() => isSent() && close()}
            />
          )}
        </div>
      </form>
      {/* Outside the form: React events bubble through portals, so the dialog's submit would reach the form. */}
      <LazyDialog load={loadSnippets} show={editing} onFailed={() => setEditing(false)}>
        {({ SnippetsDialog }) => editing && <SnippetsDialog onClose={() => setEditing(false)} />}
      </LazyDialog>
    </>
  );
}

interface ComposerTextProps {
  order: OrderDetails;
  form: RemarkFormApi;
  open: boolean;
  hasText: boolean;
  onEditSnippets: () => void;
}

function ComposerText({ order, form, open, hasText, onEditSnippets }: ComposerTextProps) {
  const writing = useFocusedForm();
  const picker = useSnippetPicker({
    order,
    onText: (text, caret) => {
      form.setValue('remark', text, { shouldDirty: true });
      const field = document.activeElement;
      if (field instanceof HTMLTextAreaElement) field.setSelectionRange(caret, caret);
    },
    onEdit: onEditSnippets,
  });
  const error = form.formState.errors.remark?.message;
  const remark = form.register('remark', { onBlur: picker.leave });
  return (
    <div className={open ? styles.text : styles.line}>
      {!open && hasText && <span className={styles.draft}>Draft</span>}
      <Field
        rows={2}
        className={styles.field}
        label={
          <>Add Comment Below {open && hasText && <small className={styles.kept}>Draft saved on this device</small>}</>
        }
        placeholder="Comment"
        dir="auto"
        aria-keyshortcuts="C"
        // Validation runs only on sending, so no line is reserved for errors.
        {...(error && { error })}
        onKeyDown={picker.onKeyDown}
        {...picker.textProps}
        {...remark}
      />
      {picker.list}
      {!open && hasText && (
        <Button type="submit" variant={writing === 'comment' ? 'contained' : 'outlined'}>
          Comment
        </Button>
      )}
    </div>
  );
}

/**
 * Open while focused or while `mustShow`. Closes on click or key up, so that nothing moves under a pressed pointer.
 */
function useComposerOpen(mustShow: boolean) {
  const dock = useRef<HTMLFormElement>(null);
  /** On a phone, the part that is shown first; null while the composer is not in use. */
  const [first, setFirst] = useState<'text' | 'moves' | null>(null);

  useEffect(() => {
    const entered = ({ target }: FocusEvent) => {
      if (target instanceof HTMLTextAreaElement && dock.current?.contains(target)) setFirst((shown) => shown ?? 'text');
    };
    const left = ({ target }: Event) => {
      const isAway = target instanceof Element && document.contains(target) && !dock.current?.contains(target);
      if (isAway && !target.closest('.MuiDialog-root') && !dock.current?.contains(document.activeElement))
        setFirst(null);
    };
    document.addEventListener('focusin', entered);
    document.addEventListener('click', left);
    document.addEventListener('keyup', left);
    return () => {
      document.removeEventListener('focusin', entered);
      document.removeEventListener('click', left);
      document.removeEventListener('keyup', left);
    };
  }, []);

  return {
    dock,
    open: first !== null || mustShow,
    first,
    /**
     * Opens the composer before it is focused. On a phone, a closed composer is not docked: focusing it would scroll to
     * the end of the page.
     */
    show: (part: 'text' | 'moves') => flushSync(() => setFirst(part)),
    close: () => setFirst(null),
  };
}
