/**
 * Wraps a container's tree (the shell, each remote's root) in the staff theme. Every container bundles its own MUI and
 * makes its own theme of the same options; the colour mode travels as `<html data-theme>`.
 */
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import GlobalStyles from '@mui/material/GlobalStyles';
import { createTheme, ThemeProvider, type Theme } from '@mui/material/styles';
import { useLayoutEffect, type ReactNode } from 'react';
import { followColorMode } from '../../desk/colorMode.ts';
import { cspNonce } from './cspNonce.tsx';
import { themeOptions } from './theme.tsx';

const made = createTheme(themeOptions) as Theme & { colorSchemes?: unknown; generateStyleSheets: () => object[] };
const variables = made.generateStyleSheets();
// Without its schemes the theme takes MUI's plain provider, which leaves the choice of scheme to us.
const { colorSchemes: _, ...theme } = made;

const cache = createCache({ key: 'ad', nonce: cspNonce(), prepend: true });

export function StaffTheme({ children }: { children: ReactNode }) {
  useLayoutEffect(followColorMode, []);
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme as Theme}>
        <GlobalStyles styles={variables as never} />
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}
