/** The tokens' colours as CSS variables, named as in the staff theme (`--ad-palette-…`). */

interface Tokens {
  mui: { colorSchemes: Record<'light' | 'dark', { palette: object }> };
  fonts: { staff: string; system: string; mono: string };
}

/** The content of tokens.css. Each page's first script sets `data-theme`. */
export function tokensCss({ mui: { colorSchemes }, fonts }: Tokens): string {
  return [
    '/* Generated from tokens.json by `npm run tokens -w shared`; do not edit. */',
    block(':root, [data-theme="light"]', [
      '--ad-font-staff: ' + fonts.staff,
      '--ad-font-system: ' + fonts.system,
      '--ad-font-mono: ' + fonts.mono,
      'color-scheme: light',
      ...variables(colorSchemes.light.palette),
    ]),
    block('[data-theme="dark"]', ['color-scheme: dark', ...variables(colorSchemes.dark.palette)]),
  ].join('\n');
}

const block = (selector: string, lines: string[]) =>
  `${selector} {\n${lines.map((line) => `  ${line};\n`).join('')}}\n`;

function variables(palette: object, name = '--ad-palette'): string[] {
  return Object.entries(palette).flatMap(([key, value]) => {
    if (key === 'mode') return [];
    return typeof value === 'object' ? variables(value, `${name}-${key}`) : [`${name}-${key}: ${value}`];
  });
}
