import type { ComponentProps } from 'react';
import { Button, useOnline } from 'shared/kit/base';

export function SubmitButton({ pending, ...rest }: ComponentProps<typeof Button> & { pending: boolean }) {
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
