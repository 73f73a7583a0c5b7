import type { ReactNode } from 'react';
import { useOnline } from 'shared/kit';
import { Button } from 'shared/kit/base';

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
