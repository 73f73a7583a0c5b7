import type { ReactNode } from 'react';
import { useToastsStay } from 'shared/desk';
import { StaffTheme } from 'shared/kit/base';

/** Stands around every screen of settings and summaries, where toasts do not leave by themselves (rules 18.6). */
export function SettingsFrame({ children }: { children: ReactNode }) {
  useToastsStay();
  return <StaffTheme>{children}</StaffTheme>;
}
