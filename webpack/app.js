const path = require('node:path');
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const MinimizerPlugin = require('minimizer-webpack-plugin');
const { NormalModuleReplacementPlugin } = require('webpack');
const { addDescriptor } = require('./descriptor.js');
const { devServer } = require('./devServer.js');
const { earlyData, earlyScript } = require('./early.js');
const { kitVersion, sharedModules } = require('./sharedModules.js');

const root = path.resolve(__dirname, '..');

/**
 * The configuration of one app. Three kinds:
 * - a remote: `app({ name, exposes: './src/exposed.tsx' })`, a federated container without a page, its descriptor in its manifest;
 * - the host: `app({ name: 'shell', page: './src/start.ts' })`, a page that loads remotes at run time;
 * - a plain site: `app({ name, page, federated: false })`, without a byte of federation.
 *
 * @param {{ name: string, folder?: string, exposes?: string, page?: string, chunks?: string[], federated?: boolean, runtimePlugins?: string[], output?: string, port?: number }} about
 *   `chunks` names those that the page's first script may preload, `runtimePlugins` are those of the federation's runtime,
 *   `folder` (the name, if not given) is the app's own below the root, `output` (`dist`, a remote's `dist/remote`) lies in
 *   it, `port` is where its dev server listens (any free one, if not given). `--env version=…` tells apart the versions of a
 *   remote that may meet on one page.
 */
function app({
  name,
  folder = name,
  exposes,
  page,
  chunks = [],
  federated = true,
  runtimePlugins,
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
        // The package itself, for `router.mjs`, which replaces it by name.
        alias: {
          'whole-react-router$': path.join(root, `node_modules/react-router/dist/${mode}/index.mjs`),
        },
      },
      module: { rules: rules(production) },
      plugins: [
        ...(federated ? [oneSpecifier, federation({ name, exposes, runtimePlugins, production })] : []),
        new MiniCssExtractPlugin({
          filename: `assets/${hashed('[name]', production)}.css`,
          chunkFilename: `assets/${hashed('[name]', production)}.css`,
          // CSS modules need no order among files.
          ignoreOrder: true,
        }),
        ...(page ? [html(context, chunks)] : []),
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
      devServer: devServer({ name, port, isRemote: Boolean(exposes), isPublic: !federated }),
      // Bytes have their limits in a journey, in gzip and per page (e2e/journeys/startUp.spec.ts).
      performance: { hints: false },
      stats: 'errors-warnings',
      infrastructureLogging: { level: 'warn' },
    };
  };
}

/** For the browsers of `target`, once more after the first pass has made room for it: 2 % of what a remote begins with. */
const minified = { ecma: 2022, compress: { ecma: 2022, passes: 3 } };

/**
 * Federation shares by specifier: what is imported under two names exists twice. So `react-router-dom` reads
 * `react-router`, which it only passes on: webpack loses the names that are re-exported from a shared module
 * ("(0, s.useLocation) is not a function").
 */
const oneSpecifier = new NormalModuleReplacementPlugin(/^react-router-dom$/, 'react-router');

const extensions = ['.tsx', '.ts', '.mjs', '.js'];

const hashed = (name, production) => (production ? `${name}.[contenthash:8]` : name);

/** How files are read. */
function rules(production) {
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
        MiniCssExtractPlugin.loader,
        {
          loader: 'css-loader',
          options: {
            modules: {
              auto: true,
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
    { test: /\.(woff2|png|ico)$/, type: 'asset/resource' },
    { test: /\.svg$/, type: 'asset/inline' },
  ];
}

function federation({ name, exposes, runtimePlugins, production }) {
  return new ModuleFederationPlugin({
    name: federationName(name),
    filename: production ? 'assets/remoteEntry.[contenthash:8].js' : 'assets/remoteEntry.js',
    exposes: exposes ? { './exposed': exposes } : undefined,
    shared: sharedModules({ isHost: !exposes }),
    // With the default, one remote whose manifest hangs keeps the shell itself from rendering.
    shareStrategy: 'loaded-first',
    manifest: exposes ? { fileName: 'mf-manifest.json', additionalData: addDescriptor } : false,
    runtimePlugins,
    dts: false,
    dev: false,
    // No `.federation` files in the source tree.
    virtualRuntimeEntry: true,
    // A remote loads no remotes: its runtime goes without that half. The host's whole one for all (`externalRuntime`) would
    // take 11 KB of gzip from each remote, and add 23 to the host.
    experiments: { optimization: { target: 'web', ...(exposes && { disableRemote: true, disableSnapshot: true }) } },
  });
}

/** The container's name, which becomes a global variable: no hyphens. */
function federationName(name) {
  return name.replaceAll('-', '_');
}

/** The page, from the app's `index.html`, with the app's scripts deferred. */
function html(context, chunks) {
  return new HtmlWebpackPlugin({
    template: path.join(context, 'index.html'),
    // Names of chunks are in it, which its cache does not know.
    cache: false,
    // With `auto` the address would be relative, and a nested route would load HTML as its script.
    publicPath: '/',
    scriptLoading: 'defer',
    templateParameters: (compilation) => ({
      earlyData: () => JSON.stringify(earlyData(compilation, chunks)),
      earlyScript: () => earlyScript(compilation),
    }),
    minify: { collapseWhitespace: true, removeComments: true },
  });
}

module.exports = { app };
