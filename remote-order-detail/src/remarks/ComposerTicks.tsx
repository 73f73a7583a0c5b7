import { Controller } from 'shared/desk';
import { Checkbox, Kbd, useOnline } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { remarkFlags, type RemarkFormApi } from './remarkForm.ts';
import styles from './ComposerTicks.module.css';

/** The five ticks of a remark, and the button that adds it. */
export function ComposerTicks({ form, pending }: { form: RemarkFormApi; pending: boolean }) {
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
