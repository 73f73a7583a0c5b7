import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const remotes = readdirSync(import.meta.dirname).filter((name) => name.startsWith('remote-'));
const apps = ['shell', ...remotes, 'api'];

/** The exports of react-router that shell and remotes share. */
const router = readFileSync(path.join(import.meta.dirname, 'webpack/router.mjs'), 'utf8');
const routerNames = /^export \{([^}]+)\}/m.exec(router)[1].match(/\w+/g);

/** The import walls: everything may import `shared`, `shared` imports nobody, no app imports another. */
function wall(folder, others) {
  // `../../api` in shared/kit/table is shared's own folder; three steps lead out of shared.
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

/** Exports of desk and kit, which a page must load only once. */
const fromShared = [
  {
    regex: '^@mui/',
    message: "MUI comes from the kit: 'shared/kit', 'shared/kit/base', 'shared/kit/table', 'shared/kit/chart'.",
  },
  { regex: '^(react-hook-form|@hookform/.*)$', message: "Forms come from 'shared/desk'." },
];
/** Parts of shared, with the parts that each must not import. */
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
  const paths = [{ name: 'react-router', allowImportNames, allowTypeImports: true, message }];
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
  // A missing value fails the test, as it should.
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
