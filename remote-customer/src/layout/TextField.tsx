import { CircleAlert } from 'lucide-react';
import { useId, type InputHTMLAttributes, type Ref } from 'react';
import { useSteady } from 'shared/kit/base';
import styles from './TextField.module.css';

interface TextFieldProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'autoComplete' | 'name' | 'maxLength' | 'readOnly'
> {
  input: Ref<HTMLInputElement & HTMLTextAreaElement>;
  label: string;
  hint: string;
  value: string;
  error?: string;
  /** As wide as an order id, not as the page. */
  isShort?: boolean;
  /** So many lines, of a text. */
  rows?: number;
  isOptional?: boolean;
  onChange: (value: string) => void;
  onLeave?: () => void;
}

/** A field: label and hint above, what is wrong below. */
export function TextField({
  input,
  label,
  hint,
  error: newest,
  isShort,
  isOptional,
  rows,
  onChange,
  onLeave,
  ...attributes
}: TextFieldProps) {
  const id = useId();
  const error = useSteady(newest);
  const Input = (rows ? 'textarea' : 'input') as 'input';
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
      <Input
        {...attributes}
        {...(rows && { rows, dir: 'auto' })}
        ref={input}
        id={id}
        className={isShort ? `${styles.input} ${styles.short}` : styles.input}
        aria-required={!isOptional}
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
      />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** What is wrong with a field, under it. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className={styles.error}>
      <CircleAlert size={18} strokeWidth={1.75} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
