/** The tokens' colours as CSS variables, under the names that the staff theme gives them (`--ad-palette-…`). */

interface Tokens {
  mui: { colorSchemes: Record<'light' | 'dark', { palette: object }> };
  fonts: { staff: string; system: string; mono: string };
}

/** What tokens.css has to be. Until a script has said which scheme holds, it is the system's. */
export function tokensCss({ mui: { colorSchemes }, fonts }: Tokens): string {
  const dark = ['color-scheme: dark', ...variables(colorSchemes.dark.palette)];
  return [
    '/* Generated from tokens.json by `npm run tokens -w shared`; do not edit. */',
    block(':root, [data-theme="light"]', [
      '--ad-font-staff: ' + fonts.staff,
      '--ad-font-system: ' + fonts.system,
      '--ad-font-mono: ' + fonts.mono,
      'color-scheme: light',
      ...variables(colorSchemes.light.palette),
    ]),
    block('[data-theme="dark"]', dark),
    `@media (prefers-color-scheme: dark) {\n${indented(block(':root:not([data-theme])', dark))}}\n`,
  ].join('\n');
}

const indented = (css: string) => css.replace(/^(?=.)/gm, '  ');

const block = (selector: string, lines: string[]) =>
  `${selector} {\n${lines.map((line) => `  ${line};\n`).join('')}}\n`;

function variables(palette: object, name = '--ad-palette'): string[] {
  return Object.entries(palette).flatMap(([key, value]) => {
    if (key === 'mode') return [];
    return typeof value === 'object' ? variables(value, `${name}-${key}`) : [`${name}-${key}: ${value}`];
  });
}
