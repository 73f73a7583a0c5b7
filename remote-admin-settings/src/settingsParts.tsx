import type { ReactNode } from 'react';
import { Button, useOnline } from 'shared/kit/base';

interface SubmitButtonProps {
  pending: boolean;
  startIcon?: ReactNode;
  children: ReactNode;
}

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

export function OfflineHint({ children }: { children: string }) {
  return useOnline() ? null : <span className="hint">You are offline. {children}</span>;
}
