import { CircleAlert } from 'lucide-react';
import { useId, type InputHTMLAttributes, type RefObject } from 'react';
import { useSteady } from 'shared/kit/base';
import styles from './TextField.module.css';

interface TextFieldProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'autoComplete'> {
  input: RefObject<HTMLInputElement | null>;
  name: string;
  label: string;
  hint: string;
  value: string;
  error?: string;
  /** As wide as an order id, not as the page. */
  isShort?: boolean;
  onChange: (value: string) => void;
  onLeave: () => void;
}

/** A field: label and hint above, what is wrong below. */
export function TextField({
  input,
  label,
  hint,
  error: newest,
  isShort,
  onChange,
  onLeave,
  ...attributes
}: TextFieldProps) {
  const id = useId();
  const error = useSteady(newest);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
      <input
        {...attributes}
        ref={input}
        id={id}
        className={isShort ? `${styles.input} ${styles.short}` : styles.input}
        aria-required
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
      />
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          <CircleAlert size={18} strokeWidth={1.75} aria-hidden />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
