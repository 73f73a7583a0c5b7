/** The scheme in force for a choice: what the system asks for, unless the person said otherwise. */
export function schemeOf(colorMode: 'system' | 'light' | 'dark'): 'light' | 'dark' {
  if (colorMode !== 'system') return colorMode;
  return window.matchMedia?.('(prefers-color-scheme: dark)')?.matches ? 'dark' : 'light';
}
