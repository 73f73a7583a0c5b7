/** The scheme in force for the mode that MUI keeps as `mui-mode`: the system's, unless the person chose one. */
export function schemeOf(mode: string | null): 'light' | 'dark' {
  if (mode === 'light' || mode === 'dark') return mode;
  return window.matchMedia?.('(prefers-color-scheme: dark)')?.matches ? 'dark' : 'light';
}
