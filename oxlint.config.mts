/** Checks imports between apps and the API's folders (docs/architecture.md), import cycles, and React's hooks. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type OxlintOverride } from 'oxlint';

interface Pattern {
  regex: string;
  message: string;
}

const root = import.meta.dirname;
const remotes = readdirSync(root).filter((name) => name.startsWith('remote-'));
const apps = ['shell', ...remotes, 'api'];

/**
 * The API's layers: a folder imports only from the lines above its own. `mail/providers` is inside `mail`. Files
 * directly in `mail` may import every folder inside it.
 */
const layers: readonly (readonly string[])[] = [
  ['settings', 'limits'],
  ['signing', 'disk-space', 'storage', 'pdf'],
  ['db/schema'],
  ['db'],
  ['ledger'],
  ['mail/providers', 'mail/templates'],
  ['context', 'mail'],
  ['http'],
  ['team', 'gateways', 'remotes'],
  ['orders/changes', 'orders/lists'],
  ['orders/search'],
  ['orders/plans'],
  ['orders/bulk'],
  ['orders'],
  ['manage-team'],
  ['documents', 'summaries'],
  ['invoices'],
  ['customers', 'demo', 'jobs', 'reference', 'webhooks'],
  ['intake', 'defence-packs'],
];

const foldersIn = (folder: string) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map((entry) => entry.name);

for (const name of foldersIn('api')) {
  if (![...layers.flat(), 'testing'].includes(name))
    throw new Error(`Add api/${name} to the layers in oxlint.config.mts.`);
}

const oneOf = (names: readonly string[]) => `(${names.join('|')})`;

/** Everything may import shared. Shared imports no app, and no app imports another. */
function wall(folder: string): Pattern[] {
  const others = oneOf(apps.filter((app) => app !== folder));
  // `../../api` may be shared's own folder, as in shared/kit/table, so only three or more steps up are refused.
  const up = folder === 'shared' ? '(\\.\\./){3,}' : '(\\.\\./)+';
  const patterns = [
    {
      regex: `^${others}(/|$)|^${up}${others}/`,
      message: `${folder} does not import another app: code that two apps share belongs in shared/.`,
    },
  ];
  if (folder === 'shared') return patterns;
  const byName = { regex: '^(\\.\\./)+shared/', message: "Import shared by its name: 'shared/rules/folders'." };
  return [...patterns, byName, ...(folder === 'api' ? [] : fromShared)];
}

/** Packages that a page must load only once, so apps import them through desk and kit. */
const fromShared: readonly Pattern[] = [
  {
    regex: '^@mui/',
    message: "MUI comes from the kit: 'shared/kit', 'shared/kit/base', 'shared/kit/table'.",
  },
  { regex: '^(react-hook-form|@hookform/.*)$', message: "Forms come from 'shared/desk'." },
];

/** Parts of shared, and the imports forbidden in each. */
const parts: Readonly<Record<string, Pattern>> = {
  kit: {
    regex: '^(\\.\\./)+(desk|api)/|^(zustand|@tanstack/.*|react-hot-toast.*)$',
    message: 'The kit only renders: no calls, and no state of the desk.',
  },
  desk: {
    regex: '^(\\.\\./)+kit/|^@mui/',
    message: 'The desk holds state and behaviour; components belong in the kit.',
  },
  declaration: {
    regex: '^[^.]|([^s]|[^t]s|[^.]ts)$|^(\\.\\./)+(desk|kit|remote)/',
    message: 'The API reads declarations too: no React, no browser, and imports with the file extension.',
  },
};

const withoutScreen = ['api', 'rules', 'format', 'declaration', 'remote'];

const outsideLayers: readonly Pattern[] = [
  {
    regex: `^shared/${oneOf(foldersIn('shared').filter((part) => !withoutScreen.includes(part)))}(/|$)`,
    message: 'The API imports only the parts of shared that render nothing.',
  },
  { regex: '/testing/|\\.test\\.ts$', message: 'Only tests import from tests.' },
];

/** Keeps an API folder from importing a later layer, or another folder of its own layer. */
function layerOf(folder: string, at: number): Pattern[] {
  const [outer = '', inner] = folder.split('/');
  const later = layers.slice(at).flat();
  const laterOutside = later.filter((other) => !other.includes('/') && other !== outer);
  const message = `${folder} imports only from the layers above it in oxlint.config.mts.`;
  const patterns = [{ regex: `^(\\.\\./)+${oneOf(laterOutside)}/`, message }];
  if (!inner) return patterns;
  const earlier = layers.slice(0, at).flat();
  const siblings = foldersIn(`api/${outer}`).filter((name) => name !== inner && !earlier.includes(`${outer}/${name}`));
  const outerOrLater = oneOf([...siblings.map((name) => `${name}/`), '[^/]+\\.ts$', `\\.\\./${outer}/`]);
  return [...patterns, { regex: `^\\.\\./${outerOrLater}`, message }];
}

/** The exports of react-router that shell and remotes share. */
const router = readFileSync(path.join(root, 'webpack/router.mjs'), 'utf8');
const routerNames: string[] = /^export \{([^}]+)\}/m.exec(router)![1]!.match(/\w+/g)!;

/** Only the last entry that matches a file applies, so each lists everything that its files must not import. */
function imports(files: string, patterns: readonly Pattern[], alsoOfRouter: readonly string[] = []): OxlintOverride {
  const message = 'Shell and remotes do not share it: add it to webpack/router.mjs.';
  const allowImportNames = [...routerNames, ...alsoOfRouter];
  const paths = [{ name: 'react-router', allowImportNames, allowTypeImports: true, message }];
  return { files: [files], rules: { 'no-restricted-imports': ['error', { paths, patterns: [...patterns] }] } };
}

const forReactCompiler = ['globals', 'immutability', 'purity', 'refs', 'set-state-in-effect'];

export default defineConfig({
  ignorePatterns: ['**/dist', '.build', '.data', 'e2e/older'],
  plugins: ['typescript', 'import'],
  categories: { correctness: 'error' },
  rules: {
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    // Playwright fixtures that need no others begin with an empty pattern.
    'no-empty-pattern': 'off',
    // Regular expressions for texts contain control characters and combining marks.
    'no-control-regex': 'off',
    'no-misleading-character-class': 'off',
  },
  overrides: [
    { files: ['**/*.{ts,tsx,mts}'], rules: { 'typescript/no-require-imports': 'error' } },
    {
      files: ['{shared,shell,remote-*}/**/*.{ts,tsx}'],
      plugins: ['react'],
      rules: {
        'react/rules-of-hooks': 'error',
        'react/exhaustive-deps': 'error',
        ...Object.fromEntries(forReactCompiler.map((rule) => [`react/${rule}`, 'off'])),
      },
    },
    ...apps.map((app) => imports(`${app}/**/*.{ts,tsx}`, wall(app))),
    imports('shared/**/*.{ts,tsx}', wall('shared')),
    ...Object.entries(parts).map(([part, pattern]) =>
      imports(`shared/${part}/**/*.{ts,tsx}`, [...wall('shared'), pattern]),
    ),
    imports('api/*.ts', [...wall('api'), ...outsideLayers]),
    ...layers
      .flatMap((layer, at) =>
        // An outer folder comes first, so that the entries of its inner folders replace its own.
        layer.map((folder) =>
          imports(`api/${folder}/**/*.ts`, [...wall('api'), ...outsideLayers, ...layerOf(folder, at)]),
        ),
      )
      .reverse(),
    ...[...apps, 'shared'].map((folder) =>
      imports(`${folder}/**/*.test.{ts,tsx}`, wall(folder), ['createMemoryRouter']),
    ),
    imports('api/testing/**/*.ts', wall('api')),
  ],
});
