/**
 * The staff theme, for the shell and each remote's root. MUI keeps the chosen scheme in `localStorage` and sets `<html
 * data-theme>`.
 */
import createCache, { type StylisPlugin } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { HeadingFocus } from '../screen/Screen.tsx';
import { cspNonce } from './cspNonce.tsx';
import { themeOptions } from './theme.tsx';

const theme = createTheme(themeOptions);

/** Properties that still need a prefix, in Safari and Chromium. All prefixes would make the CSS 50% longer. */
const prefixes: Record<string, string> = { 'user-select': '-webkit-', 'color-adjust': '-webkit-print-' };

const prefixWanted: StylisPlugin = (element) => {
  const prefix = element.type === 'decl' && prefixes[String(element.props)];
  if (prefix) element.return = prefix + element.value + element.value;
};

const cache = createCache({ key: 'ad', nonce: cspNonce(), prepend: true, stylisPlugins: [prefixWanted] });

export function StaffTheme({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      {/* Only the client renders, so the chosen scheme is known at once. */}
      <ThemeProvider theme={theme} noSsr>
        <HeadingFocus>{children}</HeadingFocus>
      </ThemeProvider>
    </CacheProvider>
  );
}
