import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { Field } from './Field.tsx';
import classes from './PasswordField.module.css';

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'end' | 'control' | 'multiline'> & {
  /** What a password manager offers: the one it keeps, or a new one. */
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
