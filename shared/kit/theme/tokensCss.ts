interface Tokens {
  mui: { colorSchemes: Record<'light' | 'dark', { palette: object }> };
  fonts: Record<'staff' | 'system' | 'mono', string>;
}

/**
 * Webpack's loader for `tokens.json?css`: the tokens as CSS variables, named as in the staff theme (`--ad-palette-…`).
 * Each page's first script sets `data-theme`.
 */
export default function tokensCss(json: string): string {
  const { mui, fonts } = JSON.parse(json) as Tokens;
  const { light, dark } = mui.colorSchemes;
  const families = (['staff', 'system', 'mono'] as const).map((name) => `--ad-font-${name}: ${fonts[name]}`);
  return [
    block(':root, [data-theme="light"]', [...families, 'color-scheme: light', ...variables(light.palette)]),
    block('[data-theme="dark"]', ['color-scheme: dark', ...variables(dark.palette)]),
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
