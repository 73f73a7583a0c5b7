import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const remotes = readdirSync(import.meta.dirname).filter((name) => name.startsWith('remote-'));
const apps = ['shell', ...remotes, 'api'];

/** The part of react-router that shell and remotes share. */
const router = readFileSync(path.join(import.meta.dirname, 'webpack/router.mjs'), 'utf8');
const routerNames = /^export \{([^}]+)\}/m.exec(router)[1].match(/\w+/g);

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
  if (folder !== 'shared' && folder !== 'api') patterns.push(...fromShared);
  const tests = `${folder}/**/*.test.{ts,tsx}`;
  const own = folder === 'shared' ? Object.entries(parts) : [];
  return [
    { files: [`${folder}/**/*.{ts,tsx}`], ignores: [tests], rules: imports(patterns, routerNames) },
    { files: [tests], rules: imports(patterns, [...routerNames, 'createMemoryRouter']) },
    ...own.map(([part, pattern]) => ({
      files: [`shared/${part}/**/*.{ts,tsx}`],
      ignores: [tests],
      rules: imports([...patterns, pattern], routerNames),
    })),
  ];
}

/** What desk and kit pass on, so that a page loads it once. */
const fromShared = [
  {
    regex: '^@mui/',
    message: "MUI comes from the kit: 'shared/kit', 'shared/kit/base', 'shared/kit/table', 'shared/kit/chart'.",
  },
  { regex: '^(react-hook-form|@hookform/.*)$', message: "Forms come from 'shared/desk'." },
];
/** Inside shared, the parts that say what they are: which others each may not know. */
const parts = {
  kit: {
    regex: '^(\\.\\./)+(desk|api)/|^(ky|zustand|@tanstack/.*|react-hot-toast.*)$',
    message: 'The kit is looks only: no calls, and nothing of what a desk knows.',
  },
  desk: { regex: '^(\\.\\./)+kit/|^@mui/', message: 'The desk knows and does; how it looks is the kit.' },
  declaration: {
    regex: '^(?!\\.{1,2}/.*\\.ts$)|^(\\.\\./)+(desk|kit|remote)/',
    message: 'The API reads declarations too: no React, no browser, and files by their whole name.',
  },
};

function imports(patterns, allowImportNames) {
  const message = 'Shell and remotes do not share it: add it to webpack/router.mjs.';
  const paths = ['react-router', 'react-router-dom'].map((name) => {
    return { name, allowImportNames, allowTypeImports: true, message };
  });
  return { '@typescript-eslint/no-restricted-imports': ['error', { paths, patterns }] };
}

const browserFiles = ['shared/**/*.{ts,tsx}', 'shell/**/*.{ts,tsx}', 'remote-*/**/*.{ts,tsx}'];

const noState = [
  ':matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind=let]',
  ':matches(Program, ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator > NewExpression[callee.name=/^(Weak)?(Map|Set)$/]',
].map((selector) => ({ selector, message: 'The kit has no state of its own: a page may hold two versions of it.' }));

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
    files: browserFiles,
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
  {
    files: ['shared/kit/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...noState] },
  },
);
