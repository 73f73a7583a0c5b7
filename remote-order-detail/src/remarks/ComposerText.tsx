import type { OrderDetails } from 'shared/api/orderDetails';
import { Button, Field } from 'shared/kit/base';
import { useSnippetPicker } from '../snippets/useSnippetPicker.tsx';
import type { RemarkFormApi } from './remarkForm.ts';
import styles from './ComposerText.module.css';

interface ComposerTextProps {
  order: OrderDetails;
  form: RemarkFormApi;
  open: boolean;
  /** Something is typed, so a draft of it is kept. */
  kept: boolean;
  onEditSnippets: () => void;
}

/** Where the comment is written: one line with its button beside it, more lines once it is open. */
export function ComposerText({ order, form, open, kept, onEditSnippets }: ComposerTextProps) {
  const picker = useSnippetPicker({
    order,
    onText: (text, caret) => {
      form.setValue('remark', text, { shouldDirty: true });
      const field = document.activeElement;
      if (field instanceof HTMLTextAreaElement) field.setSelectionRange(caret, caret);
    },
    onEdit: onEditSnippets,
  });
  const remark = form.register('remark', { onBlur: picker.leave });
  return (
    <div className={open ? styles.open : styles.line}>
      {!open && kept && <span className={styles.draft}>Draft</span>}
      <Field
        multiline
        className={styles.field}
        label={
          <>Add Comment Below {open && kept && <small className={styles.kept}>Draft kept on this device</small>}</>
        }
        placeholder="Add comment below"
        dir="auto"
        aria-keyshortcuts="C"
        error={form.formState.errors.remark?.message}
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
