import type { CSSProperties } from 'react';
import { letterColors } from './letterColors.ts';

const { light, dark } = letterColors;

/** The system's own font: nothing is loaded from anywhere. */
const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif";
const words: CSSProperties = { margin: '0 0 12px', color: light.text, fontFamily, fontSize: 16, lineHeight: '24px' };
const small: CSSProperties = { ...words, margin: 0, color: light.muted, fontSize: 14, lineHeight: '24px' };

/** They stand on each element, since many mail programs drop style sheets. */
export const letterStyles = {
  page: { margin: 0, padding: '24px 12px', backgroundColor: light.page },
  column: { width: '100%', maxWidth: 600 },
  brand: { ...words, padding: '0 24px', fontWeight: 600 },
  // Its corners are round where a mail program can draw them.
  paper: {
    border: `1px solid ${light.border}`,
    borderRadius: 10,
    borderCollapse: 'separate',
    backgroundColor: light.paper,
  },
  inside: { padding: 24 },
  heading: { ...words, fontSize: 20, fontWeight: 600, lineHeight: '28px' },
  paragraph: words,
  button: {
    margin: '8px 0 20px',
    padding: '12px 20px',
    borderRadius: 6,
    backgroundColor: light.button,
    color: light.onButton,
    fontFamily,
    fontSize: 16,
    fontWeight: 600,
  },
  link: { color: light.link, textDecoration: 'underline' },
  foot: { padding: '16px 24px 0' },
  small,
} satisfies Record<string, CSSProperties>;

/** The body and the cell that it lies in: many mail programs drop the body. */
const page = '.page,.page>table>tbody>tr>td';

/** For programs that have a dark theme and read style sheets; the others darken or leave the light one by themselves. */
export const darkStyles = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
${page}{background-color:${dark.page}!important}
.paper{border-color:${dark.border}!important;background-color:${dark.paper}!important}
.words{color:${dark.text}!important}
.small{color:${dark.muted}!important}
.link{color:${dark.link}!important}
.button{background-color:${dark.button}!important;color:${dark.onButton}!important}
}`;
