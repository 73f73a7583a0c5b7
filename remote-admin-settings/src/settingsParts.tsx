import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useOnline } from 'shared/kit';
import { Button } from 'shared/kit/base';
import classes from './settingsParts.module.css';

interface SubmitButtonProps {
  /** What it sends is under way. */
  pending: boolean;
  startIcon?: ReactNode;
  children: ReactNode;
}

/** Sends the form that it stands in; waits for the network, for which `OfflineReason` says why. */
export function SubmitButton({ pending, ...rest }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      variant="contained"
      aria-busy={pending}
      aria-disabled={pending}
      disabled={!useOnline()}
      {...rest}
    />
  );
}

/** Beside a button that waits for the network: why it does. */
export function OfflineReason({ children }: { children: string }) {
  return useOnline() ? null : <span className={classes.because}>You are offline. {children}</span>;
}

interface Judge<Name extends string> {
  trigger: (name: Name) => Promise<boolean>;
  getFieldState: (name: Name) => { invalid: boolean };
}

/**
 * For `register`: what was typed into a field is judged when it is left, and from then on at each letter. An empty field
 * that somebody passes is not wrong yet, as at the sign-in.
 */
export const judgedOnLeaving = <Name extends string>({ trigger, getFieldState }: Judge<Name>, name: Name) => ({
  onBlur: ({ target }: { target: { value: string } }) => {
    if (target.value) void trigger(name);
  },
  onChange: () => {
    if (getFieldState(name).invalid) void trigger(name);
  },
});

/** Whether the component is still on screen, for what ends after it may have left. */
export function useMounted(): RefObject<boolean> {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
