import { Controller, useCallForm, useDraft, useSession, useShortcuts, useWatch } from 'shared/desk';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { orderCalls } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { Checkbox, Kbd } from 'shared/kit';
import { Button, Field, useOnline } from 'shared/kit/base';
import { LazyDialog } from '../LazyDialog.tsx';
import { useSnippetPicker } from '../snippets/useSnippetPicker.tsx';
import styles from './Composer.module.css';
import { MoveBar, RestoreBar } from './MoveBar.tsx';
import {
  draftedRemark,
  emptyRemark,
  isEmptyRemark,
  remarkFlags,
  remarkOwn,
  useRemarkActions,
  type RemarkFormApi,
} from './remarkForm.ts';

const loadRefundFields = () => import('./RefundFields.tsx');
const loadSnippets = () => import('../snippets/SnippetsDialog.tsx');

/**
 * "Add Comment Below": docked below the order; one line until somebody writes, also with a draft, then the text, its
 * ticks, and the moves. On a phone it stands at the end of the page, and a button that stays leads there.
 */
export function Composer({ order }: { order: OrderDetails }) {
  const memberId = useSession(({ user }) => user?.id ?? 0);
  const draft = { of: 'remark', memberId, orderId: order.order_id } as const;
  const form = useCallForm(orderCalls.addRemark, {
    fields: ['remark'],
    own: remarkOwn,
    defaultValues: draftedRemark(draft),
  });
  const written = { ...emptyRemark, ...useWatch({ control: form.control }) };
  const empty = isEmptyRemark(written);
  useDraft(draft, empty ? null : written);
  const { errors } = form.formState;
  const { dock, open } = useComposerOpen(errors.remark !== undefined || errors.refund !== undefined);
  const [editing, setEditing] = useState(false);
  const { comment, move, pending } = useRemarkActions(order, form, draft);
  const isDeleted = order.process_status === 'Deleted';
  const { moves, focusMoves } = useMovesFocus(isDeleted);
  const online = useOnline();

  // Not the form's `setFocus`: that comes a moment later, and the letter typed after C is lost.
  const write = () => dock.current?.querySelector('textarea')?.focus();
  useShortcuts({ c: write, m: focusMoves });

  const send = () => pending === null && online && void form.handleSubmit(comment)();
  const leave = () => document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true });
  /** Wherever in the composer the focus is; a dialog that it opened has its own keys. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.target as Node) || event.nativeEvent.isComposing) return;
    const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    const act = isSubmit ? (event.shiftKey ? focusMoves : send) : event.key === 'Escape' ? leave : null;
    if (!act) return;
    event.preventDefault();
    if (!event.repeat) act();
  };

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
        <LazyDialog
          load={loadRefundFields}
          show={open && written.statusRefund}
          onFailed={() => form.setValue('statusRefund', false)}
        >
          {({ RefundFields }, _, shown) =>
            shown && (
              <RefundFields
                typed={written.refund}
                error={errors.refund?.message}
                onType={(typed) => form.setValue('refund', typed)}
              />
            )
          }
        </LazyDialog>
        <div ref={moves}>
          {isDeleted ? (
            <RestoreBar orderId={order.order_id} />
          ) : (
            <MoveBar
              order={order}
              withComment={written.remark.trim() !== ''}
              labelAbove={open}
              moving={pending}
              onMove={move}
            />
          )}
        </div>
      </form>
      {/* Outside this form: React passes the submit of a form within, even in a dialog, on to the form around it. */}
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
  /** Something is typed, so a draft of it is kept. */
  kept: boolean;
  onEditSnippets: () => void;
}

/** Where the comment is written: one line with its button beside it, more lines once it is open. */
function ComposerText({ order, form, open, kept, onEditSnippets }: ComposerTextProps) {
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
      {!open && kept && <span className={styles.draft}>Draft</span>}
      <Field
        rows={2}
        className={styles.field}
        label={
          <>Add Comment Below {open && kept && <small className={styles.kept}>Draft kept on this device</small>}</>
        }
        placeholder="Add comment below"
        dir="auto"
        aria-keyshortcuts="C"
        // Judged on sending alone: the composer keeps no line free for it.
        {...(error && { error })}
        onKeyDown={picker.onKeyDown}
        {...picker.textProps}
        {...remark}
      />
      {picker.list}
      {!open && (
        <Button type="submit" variant="outlined">
          Comment
        </Button>
      )}
    </div>
  );
}

/** The five ticks of a remark, and the button that adds it. */
function ComposerTicks({ form, pending }: { form: RemarkFormApi; pending: boolean }) {
  const online = useOnline();
  return (
    <div className={styles.ticks}>
      {remarkFlags.map(({ input, label }) => (
        <Controller
          key={input}
          control={form.control}
          name={input}
          render={({ field: { value, ref, ...field } }) => (
            <label className={styles.tick}>
              <Checkbox {...field} checked={value ?? false} slotProps={{ input: { ref } }} />
              {label}
            </label>
          )}
        />
      ))}
      <span className={styles.send}>
        {!online && <span className={styles.because}>You are offline. What you typed is kept.</span>}
        <Button
          type="submit"
          variant="outlined"
          size="small"
          aria-keyshortcuts="Control+Enter"
          aria-busy={pending}
          disabled={!online}
        >
          Comment <Kbd>Ctrl ↵</Kbd>
        </Button>
      </span>
    </div>
  );
}

/**
 * Whether the composer shows all of itself: from the moment somebody works in its text until they go elsewhere, and as long
 * as it `mustShow`. It closes on the click or the key that leads away, never under a pointer that is still down.
 */
function useComposerOpen(mustShow: boolean) {
  const dock = useRef<HTMLFormElement>(null);
  const [inside, setInside] = useState(false);

  useEffect(() => {
    const entered = ({ target }: FocusEvent) => {
      if (target instanceof HTMLTextAreaElement && dock.current?.contains(target)) setInside(true);
    };
    const left = ({ target }: Event) => {
      const isDialog = target instanceof Element && target.closest('[role=alertdialog]') !== null;
      const isAway = target instanceof Node && document.contains(target) && !dock.current?.contains(target);
      // A press elsewhere may lead into the composer.
      if (isAway && !isDialog && !dock.current?.contains(document.activeElement)) setInside(false);
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

  return { dock, open: inside || mustShow };
}

/**
 * The focus of the moves, or of Restore in their place. When one takes the place of the other, the button that was pressed
 * is gone: the focus goes to what came, and not to the top of the page.
 */
function useMovesFocus(isDeleted: boolean) {
  const moves = useRef<HTMLDivElement>(null);
  const shown = useRef(isDeleted);
  const focusMoves = () => moves.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();

  useEffect(() => {
    if (shown.current === isDeleted) return;
    shown.current = isDeleted;
    if (document.activeElement === document.body) focusMoves();
  }, [isDeleted]);

  return { moves, focusMoves };
}
