import type { KeyboardEvent } from 'react';
import { useOnline } from 'shared/kit';
import { Button, Field } from 'shared/kit/base';
import type { RemarkFormApi } from './remarkForm.ts';
import styles from './ComposerText.module.css';

interface ComposerTextProps {
  form: RemarkFormApi;
  open: boolean;
  pending: boolean;
  /** Something is typed, so a draft of it is kept. */
  kept: boolean;
  onSend: () => void;
}

/** Where the comment is written: one line with its button beside it, more lines once it is open. */
export function ComposerText({ form, open, pending, kept, onSend }: ComposerTextProps) {
  const online = useOnline();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!pending && online) onSend();
  };

  return (
    <div className={open ? styles.open : styles.line}>
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
        onKeyDown={onKeyDown}
        {...form.register('remark')}
      />
      {!open && (
        <Button type="submit" variant="outlined">
          Comment
        </Button>
      )}
    </div>
  );
}
