import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import { Controller } from 'react-hook-form';
import { Kbd } from 'shared/kit/text/Kbd';
import { useOnline } from 'shared/kit/screen/OfflineLine';
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
