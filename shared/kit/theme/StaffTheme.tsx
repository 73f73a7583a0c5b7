/**
 * Wraps a container's tree (the shell, each remote's root) in the staff theme. A remote whose kit is the shell's is in
 * the same theme already, which costs it nothing; the colour mode travels as `<html data-theme>`.
 */
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import GlobalStyles from '@mui/material/GlobalStyles';
import { createTheme, ThemeProvider, type Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { HeadingFocus } from '../screen/HeadingFocus.tsx';
import { cspNonce } from './cspNonce.tsx';
import { themeOptions } from './theme.tsx';

const made = createTheme(themeOptions) as Theme & { colorSchemes?: unknown; generateStyleSheets: () => object[] };
const variables = made.generateStyleSheets();
// Without its schemes the theme takes MUI's plain provider, which leaves the choice of scheme to us.
const { colorSchemes: _, ...theme } = made;

const cache = createCache({ key: 'ad', nonce: cspNonce(), prepend: true });

export function StaffTheme({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme as Theme}>
        <GlobalStyles styles={variables as never} />
        <HeadingFocus>{children}</HeadingFocus>
      </ThemeProvider>
    </CacheProvider>
  );
}
