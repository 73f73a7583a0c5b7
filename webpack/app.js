const path = require('node:path');
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const MinimizerPlugin = require('minimizer-webpack-plugin');
const { BeginScript } = require('./beginScript.js');
const { Descriptor } = require('./descriptor.js');
const { devServer } = require('./devServer.js');
const { FirstPaint } = require('./firstPaint.js');
const { oneSpecifier } = require('./oneSpecifier.js');
const { PageScripts } = require('./pageScripts.js');
const { kit, kitFile, kitVersion, sharedModules } = require('./sharedModules.js');

const root = path.resolve(__dirname, '..');

/**
 * The configuration of one app. Three kinds:
 * - a remote: `app({ name, exposes: './src/exposed.tsx' })`, a federated container without a page, and its descriptor;
 * - the host: `app({ name: 'shell', page: './src/start.ts' })`, a page that loads remotes at run time;
 * - a plain site: `app({ name, page, federated: false })`, without a byte of federation.
 *
 * @param {{ name: string, folder?: string, exposes?: string, page?: string, begin?: { entry: string, parts: string[] }, firstPaint?: { page: string, chunk?: string, entry: string }, federated?: boolean, output?: string, port?: number }} about
 *   `begin` is what the page does before anything else, with the `parts` (names of chunks) that it may load,
 *   `firstPaint` a second page that holds what its entry renders, seen before its scripts are there,
 *   `folder` (the name, if not given) is the app's own below the root, `output` (`dist`, a remote's `dist/remote`) lies in
 *   it, `port` is where its dev server listens (any free one, if not given). `--env version=…` tells apart the versions of a
 *   remote that may meet on one page.
 */
function app({
  name,
  folder = name,
  exposes,
  page,
  begin,
  firstPaint,
  federated = true,
  output = exposes ? 'dist/remote' : 'dist',
  port,
}) {
  const context = path.join(root, folder);
  return ({ version } = {}, { mode = 'production' } = {}) => {
    const production = mode === 'production';
    return {
      name,
      mode,
      context,
      // A remote is its container alone; webpack wants an entry all the same.
      entry: page ? { [name]: page } : {},
      // Never an eval devtool: the Content-Security-Policy forbids eval.
      devtool: production ? 'hidden-source-map' : 'cheap-module-source-map',
      target: ['web', 'es2022'],
      output: {
        path: path.join(context, output),
        filename: `assets/${hashed('[name]', production)}.js`,
        chunkFilename: `assets/${hashed('[name]', production)}.js`,
        assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
        publicPath: 'auto',
        // By this name a container finds its chunks on the page: with the same one, a remote that is loaded in place of a broken
        // version would run that version's chunks.
        uniqueName: exposes && version ? `${name}-${version}` : name,
        crossOriginLoading: 'anonymous',
        chunkLoadTimeout: 120_000,
        clean: true,
      },
      resolve: {
        extensions,
        alias: wholePackages(mode),
      },
      module: { rules: rules(production) },
      plugins: [
        ...(federated ? [oneSpecifier(), federation({ name, exposes, production })] : []),
        new MiniCssExtractPlugin({
          filename: `assets/${hashed('[name]', production)}.css`,
          chunkFilename: `assets/${hashed('[name]', production)}.css`,
          // CSS modules need no order among files.
          ignoreOrder: true,
        }),
        ...(page ? [html(context), pageScripts({ name, context, mode, firstPaint })] : []),
        ...(firstPaint ? [html(context, firstPaint.page), firstPaintOf({ name, context, mode, firstPaint })] : []),
        ...(begin ? [beginScript({ name, context, mode, begin })] : []),
        ...(exposes ? [new Descriptor()] : []),
      ],
      optimization: {
        // In a third of terser's time, and to no more bytes.
        minimizer: [
          new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, minimizerOptions: minified }),
          new MinimizerPlugin({ test: /\.css$/, minify: MinimizerPlugin.lightningCssMinify }),
        ],
        moduleIds: 'deterministic',
        // What a remote exposes shares little with the kit that it brings and nobody loads: small parts are not split off.
        ...(exposes && { splitChunks: { minSize: 60_000 } }),
        // A build from the cache mangles the names that `react-router-dom` re-exports from the shared `react-router` where
        // they are used and not where they are made: "(0, s.g) is not a function". In gzip mangling saves nothing.
        ...(federated && { mangleExports: false }),
      },
      cache: {
        type: 'filesystem',
        cacheDirectory: path.join(root, '.build/webpack'),
        name: `${name}-${mode}`,
        buildDependencies: { config: [__filename, path.join(root, 'package-lock.json')] },
      },
      devServer: devServer({ name, context, port, isRemote: Boolean(exposes), isPublic: !federated }),
      // Bytes have their limits in a journey, in gzip and per page (e2e/journeys/startUp.spec.ts).
      performance: { hints: false },
      stats: 'errors-warnings',
      infrastructureLogging: { level: 'warn' },
    };
  };
}

/** What the files that name a part of a package read it from: by its own name they would read themselves. */
const wholePackages = (mode) => ({
  'whole-react-router$': path.join(root, `node_modules/react-router/dist/${mode}/index.mjs`),
  'whole-valibot$': path.join(root, 'node_modules/valibot/dist/index.mjs'),
});

/** For the browsers of `target`, once more after the first pass has made room for it: 2 % of what a remote begins with. */
const minified = { ecma: 2022, compress: { ecma: 2022, passes: 3 } };

const extensions = ['.tsx', '.ts', '.mjs', '.js'];

const hashed = (name, production) => (production ? `${name}.[contenthash:8]` : name);

/** How files are read; with `namesOnly` style sheets give the names of their classes and no rules. */
function rules(production, { namesOnly = false } = {}) {
  return [
    {
      test: /\.tsx?$/,
      exclude: /node_modules/,
      loader: 'swc-loader',
      // Types are only taken off here: `npm run types` checks them.
      options: {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' }, verbatimModuleSyntax: true },
        },
      },
    },
    {
      test: /\.css$/,
      use: [
        ...(namesOnly ? [] : [MiniCssExtractPlugin.loader]),
        {
          loader: 'css-loader',
          options: {
            modules: {
              auto: true,
              exportOnlyLocals: namesOnly,
              namedExport: false,
              exportLocalsConvention: 'as-is',
              // Two versions of the kit may stand on one page, and their classes must not meet.
              localIdentHashSalt: kitVersion,
              localIdentName: production ? '[local]-[hash:base64:6]' : '[name]-[local]-[hash:base64:4]',
            },
          },
        },
      ],
      sideEffects: true,
    },
    { test: /\.(woff2|png|svg|ico)$/, type: 'asset/resource' },
  ];
}

function federation({ name, exposes, production }) {
  return new ModuleFederationPlugin({
    name: federationName(name),
    filename: production ? 'assets/remoteEntry.[contenthash:8].js' : 'assets/remoteEntry.js',
    exposes: exposes ? { './exposed': exposes } : undefined,
    shared: sharedModules({ isHost: !exposes }),
    // With the default, one remote whose manifest hangs keeps the shell itself from rendering.
    shareStrategy: 'loaded-first',
    manifest: exposes ? { fileName: 'mf-manifest.json' } : false,
    dts: false,
    dev: false,
    // No `.federation` files in the source tree.
    virtualRuntimeEntry: true,
    // A remote loads no remotes: its runtime goes without that half. The host's whole one for all (`externalRuntime`) would
    // take 11 KB of gzip from each remote, and add 23 to the host.
    experiments: { optimization: { target: 'web', ...(exposes && { disableRemote: true, disableSnapshot: true }) } },
  });
}

/** For what is built beside an app and put into its page: the app's modules by the same names, and no file but its script. */
const besideApp = ({ mode, context }) => ({
  mode,
  context,
  target: ['web', 'es2022'],
  resolve: { extensions, alias: wholePackages(mode) },
  module: { rules: rules(mode === 'production', { namesOnly: true }) },
});

function pageScripts({ name, context, mode, firstPaint }) {
  return new PageScripts({
    seenFirst: firstPaint?.page,
    output: path.join(root, '.build/pages', name),
    configuration: besideApp({ mode, context }),
  });
}

function firstPaintOf({ name, context, mode, firstPaint }) {
  return new FirstPaint({
    page: firstPaint.page,
    chunk: firstPaint.chunk,
    entry: path.join(context, firstPaint.entry),
    output: path.join(root, '.build/pages', name),
    configuration: besideApp({ mode, context }),
  });
}

function beginScript({ name, context, mode, begin }) {
  return new BeginScript({
    entry: path.join(context, begin.entry),
    output: path.join(root, '.build/pages', name),
    configuration: besideApp({ mode, context }),
    parts: begin.parts,
    sharedParts: Object.fromEntries(kit.later.map((request) => [request, path.join(root, kitFile(request))])),
  });
}

/** The container's name, which becomes a global variable: no hyphens. */
function federationName(name) {
  return name.replaceAll('-', '_');
}

function html(context, filename = 'index.html') {
  return new HtmlWebpackPlugin({
    filename,
    template: path.join(context, 'index.html'),
    // What is built beside the app stands in the page too, which its cache does not know: it would give the page of before.
    cache: false,
    // With `auto` the address would be relative, and a nested route would load HTML as its script.
    publicPath: '/',
    scriptLoading: 'defer',
    minify: { collapseWhitespace: true, removeComments: true },
  });
}

module.exports = { app };
