import type { ReactNode } from 'react';
import { StaffTheme } from 'shared/kit/base';

/** Stands around every screen of settings and summaries. */
export const SettingsFrame = ({ children }: { children: ReactNode }) => <StaffTheme>{children}</StaffTheme>;
