import { readdirSync, readFileSync } from 'node:fs';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const remotes = readdirSync(import.meta.dirname).filter((name) => name.startsWith('remote-'));
const apps = ['shell', ...remotes, 'api'];

const router = readFileSync(new URL('webpack/router.mjs', import.meta.url), 'utf8');
const routerNames = router
  .match(/export \{([^}]+)\}/)[1]
  .split(',')
  .map((name) => name.trim())
  .filter(Boolean);

/** The import walls: everything may import `shared`, `shared` imports nobody, no app imports another. */
function wall(folder, others) {
  // `shared/kit/table/../../api` is shared's own api folder; out of shared it takes three steps.
  const up = folder === 'shared' ? '(\\.\\./){3,}' : '(\\.\\./)+';
  const patterns = [
    {
      regex: `^(${others.join('|')})(/|$)|^${up}(${others.join('|')})/`,
      message: `${folder} does not import another app: what two share stands in shared/.`,
    },
  ];
  if (folder !== 'shared') {
    patterns.push({ regex: '^(\\.\\./)+shared/', message: "Import shared by its name: 'shared/rules/folders'." });
  }
  const tests = `${folder}/**/*.test.{ts,tsx}`;
  return [
    { files: [`${folder}/**/*.{ts,tsx}`], ignores: [tests], rules: imports(patterns, routerNames) },
    { files: [tests], rules: imports(patterns, [...routerNames, 'createMemoryRouter']) },
  ];
}

function imports(patterns, allowImportNames) {
  const message = 'Shell and remotes do not share it: add it to webpack/router.mjs.';
  const paths = ['react-router', 'react-router-dom'].map((name) => {
    return { name, allowImportNames, allowTypeImports: true, message };
  });
  return { '@typescript-eslint/no-restricted-imports': ['error', { paths, patterns }] };
}

export default tseslint.config(
  { ignores: ['**/node_modules', '**/dist', '.build', '.data', '**/coverage', '**/test-results'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // `interface Palette extends OwnPalette {}` is how a library's types are widened.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'off',
    },
  },
  {
    files: ['shared/**/*.{ts,tsx}', 'shell/**/*.{ts,tsx}', 'remote-*/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  // Tests stand on what they set up: a missing value fails them, which is what they are for.
  { files: ['**/*.test.{ts,tsx}'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
  ...apps.map((app) =>
    wall(
      app,
      apps.filter((other) => other !== app),
    ),
  ),
  ...wall('shared', apps),
);
