import type { ReactNode } from 'react';
import { Button, useOnline } from 'shared/kit/base';
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
