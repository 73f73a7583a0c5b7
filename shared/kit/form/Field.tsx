import { CircleAlert } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode, type Ref } from 'react';
import classes from './Field.module.css';
import { useSteady } from './useSteady.ts';

/** What a control needs to belong to its label, hint and error. */
interface ControlWiring {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps extends Omit<ComponentProps<'input'>, 'children' | 'ref'> {
  label: ReactNode;
  /** One sentence under the field. */
  hint?: ReactNode;
  /** The rule's own text; shows under the field with an icon. */
  error?: string;
  /** Several lines: a textarea. */
  multiline?: boolean;
  /** Inside the field at its end, as the button that shows a password. */
  end?: ReactNode;
  /** A control of its own in place of the input, given what wires it to label, hint and error. */
  control?: (wiring: ControlWiring) => ReactNode;
  /** What `register` of react-hook-form gives. */
  ref?: Ref<never>;
}

/**
 * One field of a form: label above, control, hint and error under it. Takes what `register('name')` of react-hook-form
 * gives. Plain elements, so that the public site may use it too.
 */
export function Field({
  label,
  hint,
  error: newest,
  multiline = false,
  end,
  control,
  className,
  id,
  ref,
  ...input
}: FieldProps) {
  const own = useId();
  const error = useSteady(newest);
  const fieldId = id ?? own;
  const described = [hint && `${own}-hint`, error && `${own}-error`].filter(Boolean).join(' ');
  const wiring: ControlWiring = {
    id: fieldId,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  };
  return (
    <div className={[classes.field, error && classes.bad, className].filter(Boolean).join(' ')}>
      <label htmlFor={fieldId}>{label}</label>
      <div className={classes.box}>
        {control ? (
          control(wiring)
        ) : multiline ? (
          <textarea {...(input as ComponentProps<'textarea'>)} {...wiring} ref={ref} className={classes.area} />
        ) : (
          <input {...input} {...wiring} ref={ref} className={classes.input} />
        )}
        {end && <span className={classes.end}>{end}</span>}
      </div>
      {hint && (
        <p className={classes.hint} id={`${own}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={classes.error} id={`${own}-error`}>
          <CircleAlert size={14} strokeWidth={2} aria-hidden />
          {error}
        </p>
      )}
    </div>
  );
}
