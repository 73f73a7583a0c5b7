import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode, type Ref } from 'react';
import classes from './Field.module.css';

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
  /** The rule's own text. Where it is given, also as undefined, its line under the field is kept free. */
  error?: string | undefined;
  /** A textarea of so many lines. */
  rows?: number;
  /** Inside the field at its end, as the button that shows a password. */
  end?: ReactNode;
  /** A control of its own in place of the input, given what wires it to label, hint and error. */
  control?: (wiring: ControlWiring) => ReactNode;
  /** What `register` of react-hook-form gives. */
  ref?: Ref<HTMLInputElement & HTMLTextAreaElement>;
}

/**
 * One field of a form: label above, control, hint and error under it. Takes what `register('name')` of react-hook-form
 * gives. Plain elements, so that the public site uses it too, larger. A form that is judged while a
 * button is pressed does not move under the pointer (rules 18.13).
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
  };
  return (
    <div className={[classes.field, error && classes.bad, className].filter(Boolean).join(' ')}>
      <label htmlFor={fieldId}>{label}</label>
      <div className={classes.box}>
        {control ? (
          control(wiring)
        ) : rows ? (
          <textarea
            {...(input as ComponentProps<'textarea'>)}
            {...wiring}
            rows={rows}
            ref={ref}
            className={classes.area}
          />
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
      {'error' in props && <FieldError id={`${own}-error`}>{error}</FieldError>}
    </div>
  );
}

/** The error's line under a field, empty while there is none. */
export function FieldError({ id, role, children }: { id: string; role?: 'alert'; children: string | undefined }) {
  return (
    <p className={classes.error} id={id} role={role}>
      {/* With a key, since a translator of pages replaces texts: React then takes away the whole. */}
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
  /** Tells a password manager to offer the saved password, or a new one. */
  autoComplete: 'current-password' | 'new-password';
};

/** A field for a password, with a button that shows what was typed. */
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
