/**
 * Wraps a container's tree (the shell, each remote's root) in the staff theme. A remote whose kit is the shell's is in
 * the same theme already, which costs it nothing; the colour mode travels as `<html data-theme>`.
 */
import createCache, { type StylisPlugin } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import GlobalStyles from '@mui/material/GlobalStyles';
import { createTheme, ThemeProvider, type Theme } from '@mui/material/styles';
import { createContext, useContext, type ReactNode } from 'react';
import { HeadingFocus } from '../screen/HeadingFocus.tsx';
import { cspNonce } from './cspNonce.tsx';
import { themeOptions } from './theme.tsx';

const made = createTheme(themeOptions) as Theme & { colorSchemes?: unknown; generateStyleSheets: () => object[] };
const variables = made.generateStyleSheets();
// Without its schemes the theme takes MUI's plain provider, which leaves the choice of scheme to us.
const { colorSchemes: _, ...theme } = made;

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

/** Of this kit: another that stands on the page has its own. */
const IsThemed = createContext(false);

export function StaffTheme({ children }: { children: ReactNode }) {
  // Its variables once more would be 25 KB to be parsed, and the page's style to be worked out anew.
  if (useContext(IsThemed)) return <>{children}</>;
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme as Theme}>
        <GlobalStyles styles={variables as never} />
        <HeadingFocus>
          <IsThemed value={true}>{children}</IsThemed>
        </HeadingFocus>
      </ThemeProvider>
    </CacheProvider>
  );
}
