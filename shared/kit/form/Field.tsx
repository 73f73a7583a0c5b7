import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode, type Ref } from 'react';
import classes from './Field.module.css';

/** Attributes that link a control to its label, hint and error, and style it as a field. */
interface ControlWiring {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  className: string | undefined;
}

interface FieldProps extends Omit<ComponentProps<'input'>, 'children' | 'ref'> {
  label: ReactNode;
  hint?: ReactNode;
  /** Shown below the field. Passing this prop, even as undefined, reserves a line for it. */
  error?: string | undefined;
  rows?: number;
  end?: ReactNode;
  control?: (wiring: ControlWiring) => ReactNode;
  /** Set by react-hook-form's `register`. */
  ref?: Ref<HTMLInputElement & HTMLTextAreaElement>;
}

/**
 * A form field with label, hint and error; takes the result of react-hook-form's `register`. Uses plain elements,
 * because the public site has no MUI. Errors do not shift the form (rule 18.13).
 */
export function Field(props: FieldProps) {
  const { label, hint, error, rows, end, control, className, id, ref, ...input } = props;
  const own = useId();
  const fieldId = id ?? own;
  const described = [hint && `${own}-hint`, error && `${own}-error`].filter(Boolean).join(' ');
  const wiring: ControlWiring = {
    id: fieldId,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
    className: rows ? classes.area : classes.input,
  };
  return (
    <div className={[classes.field, error && classes.bad, className].filter(Boolean).join(' ')}>
      <label htmlFor={fieldId}>{label}</label>
      <div className={classes.box}>
        {control ? (
          control(wiring)
        ) : rows ? (
          <textarea {...(input as ComponentProps<'textarea'>)} {...wiring} rows={rows} ref={ref} />
        ) : (
          <input {...input} {...wiring} ref={ref} />
        )}
        {end && <span className={classes.end}>{end}</span>}
      </div>
      {hint && (
        <p className={classes.hint} id={`${own}-hint`}>
          {hint}
        </p>
      )}
      {'error' in props && <FieldError id={`${own}-error`}>{error}</FieldError>}
    </div>
  );
}

/** The line for a field's error, empty if there is none. */
export function FieldError({ id, role, children }: { id: string; role?: 'alert'; children: string | undefined }) {
  return (
    <p className={classes.error} id={id} role={role}>
      {/* The key makes React replace the whole element, because page translators replace its text node. */}
      {children && (
        <span key={children}>
          <CircleAlert size={14} strokeWidth={2} aria-hidden />
          <span>{children}</span>
        </span>
      )}
    </p>
  );
}

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'end' | 'control' | 'rows'> & {
  autoComplete: 'current-password' | 'new-password';
};

export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          className={classes.show}
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} strokeWidth={1.75} aria-hidden />
        </button>
      }
    />
  );
}
