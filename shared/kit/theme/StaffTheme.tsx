/**
 * Wraps a container's tree (the shell, each remote's root) in the staff theme. MUI keeps the chosen scheme in
 * `localStorage` and writes it to `<html data-theme>`.
 */
import createCache, { type StylisPlugin } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { HeadingFocus } from '../screen/Screen.tsx';
import { cspNonce } from './cspNonce.tsx';
import { themeOptions } from './theme.tsx';

const theme = createTheme(themeOptions);

/**
 * The names with a prefix that browsers still want: Safari the first, Chromium the other, which MUI keeps the fill of a printed
 * button by. With all of old, rules are half as long again.
 */
const prefixes: Record<string, string> = { 'user-select': '-webkit-', 'color-adjust': '-webkit-print-' };

const prefixWanted: StylisPlugin = (element) => {
  const prefix = element.type === 'decl' && prefixes[String(element.props)];
  if (prefix) element.return = prefix + element.value + element.value;
};

const cache = createCache({ key: 'ad', nonce: cspNonce(), prepend: true, stylisPlugins: [prefixWanted] });

export function StaffTheme({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      {/* The browser alone draws it: the chosen scheme is known at once. */}
      <ThemeProvider theme={theme} noSsr>
        <HeadingFocus>{children}</HeadingFocus>
      </ThemeProvider>
    </CacheProvider>
  );
}
