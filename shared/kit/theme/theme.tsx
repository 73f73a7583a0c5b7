/**
 * The staff theme: tokens and MUI overrides (rules 24.10). Plain options, so that each container creates its own theme.
 */
import type { ThemeOptions } from '@mui/material/styles';
import type {} from '@mui/x-data-grid/themeAugmentation';
import { componentOverrides } from './componentOverrides.tsx';
import tokens from './tokens.json';

type Status =
  | 'new'
  | 'priority'
  | 'pending'
  | 'contact-customer'
  | 'customer-called'
  | 'future'
  | 'awaiting'
  | 'awaiting-govt'
  | 'completed'
  | 'refunds'
  | 'completed-refunds'
  | 'deleted'
  | 'chargeback';

interface OwnPalette {
  muted: string;
  link: string;
  sunken: string;
  raised: string;
  border: string;
  borderStrong: string;
  borderButton: string;
  scrim: string;
  focus: string;
  focusHalo: string;
  signal: string;
  onSignal: string;
  ring: string;
  tint: Record<'primary' | 'success' | 'warning' | 'error' | 'info', string>;
  toast: Record<'background' | 'text' | 'secondary' | 'action' | 'success' | 'error', string>;
  skeleton: Record<'base' | 'shine', string>;
  chart: Record<'standard' | 'priority' | 'future', string>;
  brandBar: Record<'background' | 'text', string>;
  status: Record<Status, { fg: string; bg: string }>;
}

declare module '@mui/material/styles' {
  interface Palette extends OwnPalette {}
  interface PaletteOptions extends Partial<OwnPalette> {}
}

declare module '@mui/material/Button' {
  interface ButtonPropsSizeOverrides {
    /** Adds a 28 px button, for rows and notes. */
    tiny: true;
  }
}

const { components, ...mui } = tokens.mui;

export const themeOptions = {
  ...mui,
  components: mergeByName(components, componentOverrides as object),
} as unknown as ThemeOptions;

/** Merges lists of default props by name: the tokens' and our overrides. */
function mergeByName(first: object, second: object) {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  const of = (from: object, name: string) => (from as Record<string, { defaultProps?: object }>)[name];
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      {
        ...of(first, name),
        ...of(second, name),
        defaultProps: { ...of(first, name)?.defaultProps, ...of(second, name)?.defaultProps },
      },
    ]),
  );
}
