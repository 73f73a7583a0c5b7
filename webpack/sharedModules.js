/**
 * What shell and remotes share at run time. Everything else is bundled by the app that imports it. MUI is shared as our
 * kit: by names of its own, sharing is negotiated for each sub-path, which tears its contexts apart.
 *
 * `strictVersion` makes a mismatch an error that the shell's wall shows; without it, it is a warning nobody reads.
 */
const path = require('node:path');
const { deskVersion } = require('../shared/desk/version.ts');
const { kitVersion } = require('../shared/kit/version.ts');

const root = path.resolve(__dirname, '..');

/** One instance each on a page, whoever brings it; a remote that was built for another version of one is refused. */
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
  // Dates, with the plugins that each extends it by: 4 KB of gzip in each of them otherwise.
  dayjs: 'dayjs',
  'dayjs/': 'dayjs',
  // One style cache, with the page's CSP nonce.
  '@emotion/react': '@emotion/react',
  '@emotion/styled': '@emotion/styled',
};

/**
 * The other singletons are the host's or an error, so remotes are built without a copy of them. MUI's strict ES modules
 * import the default export of this one, which webpack recognizes by the copy.
 */
const withCopy = '@emotion/styled';

/**
 * How it looks: a remote that was built for another major version brings its own. No page begins with what is `last`: a
 * screen asks for it once it is there.
 */
const kit = { first: 'shared/kit/base', later: ['shared/kit', 'shared/kit/table'], last: ['shared/kit/chart'] };

/**
 * The `shared` option of the federation plugin, with the versions that are installed here. The host has what every page of
 * it needs in its first script (`eager`): each in a script of its own, they were thirty round trips.
 *
 * @param {{ isHost: boolean }} about
 */
function sharedModules({ isHost }) {
  const strict = {
    ...Object.fromEntries(Object.entries(singletons).map(([request, name]) => [request, singleton(versionOf(name))])),
    'react-router': { ...singleton(versionOf('react-router')), import: path.join(__dirname, 'router.mjs') },
    // What a signed-in desk knows and does: session, client, counts, undo, toasts. Two of it would know two things.
    'shared/desk': singleton(deskVersion),
  };
  const source = (request) => (isHost ? { eager: true } : request === withCopy ? {} : { import: false });
  return {
    ...Object.fromEntries(
      Object.entries(strict).map(([request, about]) => [request, { ...about, ...source(request) }]),
    ),
    [kit.first]: { ...ofKit, eager: isHost },
    ...Object.fromEntries([...kit.later, ...kit.last].map((request) => [request, ofKit])),
  };
}

/** Where a part of the kit is, from the root. */
const kitFile = (request) => `${request}/index.ts`;

const ofKit = { version: kitVersion, requiredVersion: `^${kitVersion}` };

const singleton = (version) => ({ singleton: true, strictVersion: true, version, requiredVersion: `^${version}` });

const versionOf = (name) => require(path.join(root, 'node_modules', name, 'package.json')).version;

module.exports = { kit, kitFile, kitVersion, sharedModules };
