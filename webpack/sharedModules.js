/**
 * The modules that shell and remotes share at run time; every app bundles its other imports. MUI is shared through our
 * kit, because federation would negotiate each of its sub-paths separately, and components of different copies share no
 * context. The shell provides all modules. With `strictVersion` a mismatch is an error, which the shell shows instead
 * of the screen.
 */
const path = require('node:path');
const { deskVersion } = require('../shared/desk/version.ts');
const { kitVersion } = require('../shared/kit/version.ts');

const root = path.resolve(__dirname, '..');

/** Packages with one instance per page. A remote that was built for another major version is refused. */
const singletons = {
  // Hooks require a single React. The prefixes cover `react/jsx-runtime` and `react-dom/client`.
  react: 'react',
  'react/': 'react',
  'react-dom': 'react-dom',
  'react-dom/': 'react-dom',
  // In a remote, <Link> and useParams read the context of the shell's router. Only router.mjs's exports are shared.
  'react-router': 'react-router',
  // Stores and their subscribers need a single zustand.
  zustand: 'zustand',
  // One cache of server state, so that an action in one remote refreshes the list of another.
  '@tanstack/react-query': '@tanstack/react-query',
  // One queue of toasts, drawn by the shell.
  'react-hot-toast/headless': 'react-hot-toast',
  // Otherwise every app would bundle dayjs and its plugins, 4 KB with gzip.
  dayjs: 'dayjs',
  'dayjs/': 'dayjs',
  // One style cache, with the page's CSP nonce.
  '@emotion/react': '@emotion/react',
  '@emotion/styled': '@emotion/styled',
};

/** Our components. Every page needs `first`; some need `later` for their first render. */
const kit = { first: 'shared/kit/base', later: ['shared/kit', 'shared/kit/table'] };

/**
 * The `shared` option of the federation plugin. The shell's first script contains what every page needs (`eager`),
 * because separate scripts would need many round trips.
 */
function sharedModules({ isHost }) {
  const eager = {
    ...Object.fromEntries(Object.entries(singletons).map(([request, name]) => [request, installed(name)])),
    'react-router': { ...installed('react-router'), import: path.join(__dirname, 'router.mjs') },
    // The state and actions of a signed-in desk: session, client, counts, undo, toasts.
    'shared/desk': singleton(deskVersion),
    [kit.first]: singleton(kitVersion),
  };
  const lazy = Object.fromEntries(kit.later.map((request) => [request, singleton(kitVersion)]));
  const withSource = (modules, source) =>
    Object.fromEntries(Object.entries(modules).map(([request, about]) => [request, { ...about, ...source }]));
  return isHost
    ? { ...withSource(eager, { eager: true }), ...lazy }
    : withSource({ ...eager, ...lazy }, { import: false });
}

/** The path of a part of the kit, relative to the root. */
const kitFile = (request) => `${request}/index.ts`;

const singleton = (version, requiredVersion = `^${version}`) => ({
  singleton: true,
  strictVersion: true,
  version,
  requiredVersion,
});

/** Accepts any version of the same major version, because shell and remotes are updated at different times. */
function installed(name) {
  const { version } = require(path.join(root, 'node_modules', name, 'package.json'));
  return singleton(version, `^${version.split('.')[0]}.0.0`);
}

module.exports = { kit, kitFile, sharedModules };
