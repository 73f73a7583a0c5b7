/**
 * The modules that shell and remotes share at run time; every app bundles its other imports. MUI is shared through our
 * kit: under its own names, each sub-path would be negotiated apart, and components would miss the contexts of another
 * copy. The shell provides all modules. With `strictVersion` a mismatch is an error, which the shell shows instead of
 * the screen.
 */
const path = require('node:path');
const { deskVersion } = require('../shared/desk/version.ts');
const { kitVersion } = require('../shared/kit/version.ts');

const root = path.resolve(__dirname, '..');

/** Packages of which a page has one instance. A remote that was built for another major version is refused. */
const singletons = {
  // Hooks work only with one React. The prefixes catch `react/jsx-runtime` and `react-dom/client`.
  react: 'react',
  'react/': 'react',
  'react-dom': 'react-dom',
  'react-dom/': 'react-dom',
  // One router, the shell's: a remote's <Link> and useParams read its context. The part of it that is used: router.mjs.
  'react-router': 'react-router',
  // Holds the stores' subscriptions.
  zustand: 'zustand',
  // One cache of server state, so that an action in one remote refreshes the list of another.
  '@tanstack/react-query': '@tanstack/react-query',
  // One queue of toasts, drawn by the shell.
  'react-hot-toast/headless': 'react-hot-toast',
  // Otherwise 4 KB of gzip in each, with the plugins.
  dayjs: 'dayjs',
  'dayjs/': 'dayjs',
  // One style cache, with the page's CSP nonce.
  '@emotion/react': '@emotion/react',
  '@emotion/styled': '@emotion/styled',
};

/** Our components. No page begins with those that are `last`: screens load them after rendering. */
const kit = { first: 'shared/kit/base', later: ['shared/kit', 'shared/kit/table'], last: ['shared/kit/chart'] };

/**
 * The `shared` option of the federation plugin. The shell loads what each page needs in its first script (`eager`):
 * separate scripts took thirty round trips.
 */
function sharedModules({ isHost }) {
  const eager = {
    ...Object.fromEntries(Object.entries(singletons).map(([request, name]) => [request, installed(name)])),
    'react-router': { ...installed('react-router'), import: path.join(__dirname, 'router.mjs') },
    // The state and actions of a signed-in desk: session, client, counts, undo, toasts.
    'shared/desk': singleton(deskVersion),
    [kit.first]: singleton(kitVersion),
  };
  const lazy = Object.fromEntries([...kit.later, ...kit.last].map((request) => [request, singleton(kitVersion)]));
  const withSource = (modules, source) =>
    Object.fromEntries(Object.entries(modules).map(([request, about]) => [request, { ...about, ...source }]));
  return isHost
    ? { ...withSource(eager, { eager: true }), ...lazy }
    : withSource({ ...eager, ...lazy }, { import: false });
}

/** Where a part of the kit is, from the root. */
const kitFile = (request) => `${request}/index.ts`;

const singleton = (version, requiredVersion = `^${version}`) => ({
  singleton: true,
  strictVersion: true,
  version,
  requiredVersion,
});

/** A remote runs with any installed version of the same major one, as an update reaches the shell at another time. */
function installed(name) {
  const { version } = require(path.join(root, 'node_modules', name, 'package.json'));
  return singleton(version, `^${version.split('.')[0]}.0.0`);
}

module.exports = { kit, kitFile, kitVersion, sharedModules };
