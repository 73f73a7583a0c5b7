/**
 * The staff theme (rule 24.10), for the shell and the staff's remotes. MUI keeps the chosen scheme in `localStorage`
 * and sets `<html data-theme>`.
 */
import createCache, { type StylisPlugin } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { HeadingFocus } from '../screen/Screen.tsx';
import { componentOverrides } from './componentOverrides.tsx';
import tokens from './tokens.json';

export const theme = createTheme(tokens.mui as object, { components: componentOverrides });

/** The page's Content-Security-Policy nonce for styles made at run time; undefined without one. */
export const cspNonce = () => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce || undefined;

/** Properties that still need a prefix in Safari or Chromium. Prefixing everything would make the CSS much longer. */
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
