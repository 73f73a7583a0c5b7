/**
 * What shell and remotes share at run time, one instance each. Everything else is bundled by the app that imports it,
 * MUI above all: sharing it is negotiated per sub-path, which tears its contexts apart (docs/architecture.md).
 *
 * `strictVersion` makes a mismatch an error that the shell's wall shows; without it, it is a warning nobody reads.
 */
const path = require('node:path');

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
  // One style cache, with the page's CSP nonce.
  '@emotion/react': '@emotion/react',
  '@emotion/styled': '@emotion/styled',
  // What a signed-in desk knows and does: session, client, counts, undo, toasts.
  'shared/desk/': 'shared',
};

/** The `shared` option of the federation plugin, with the versions that are installed here. */
function sharedModules() {
  return Object.fromEntries(
    Object.entries(singletons).map(([request, packageName]) => {
      const version = require(path.join(packageFolder(packageName), 'package.json')).version;
      const shared = { singleton: true, strictVersion: true, requiredVersion: `^${version}`, version, packageName };
      return [request, request === 'react-router' ? { ...shared, import: path.join(__dirname, 'router.mjs') } : shared];
    }),
  );
}

const root = path.resolve(__dirname, '..');

function packageFolder(name) {
  return name === 'shared' ? path.join(root, 'shared') : path.join(root, 'node_modules', name);
}

module.exports = { sharedModules };
