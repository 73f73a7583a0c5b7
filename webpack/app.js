const path = require('node:path');
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const MinimizerPlugin = require('minimizer-webpack-plugin');
const { addDescriptor } = require('./descriptor.js');
const { earlyData, earlyScript } = require('./early.js');
const { integrity } = require('./integrity.js');
const { sharedModules } = require('./sharedModules.js');

const root = path.resolve(__dirname, '..');

/**
 * The webpack configuration of one app: a remote (`exposes`), the shell (`page`), or a public site (`page` with
 * `federated: false`). `--env version=…` distinguishes versions of a remote that may be on one page.
 * @param {{ name: string, folder?: string, exposes?: string, page?: string, chunks?: string[], federated?: boolean,
 * runtimePlugins?: string[], output?: string, port?: number }} about
 * `chunks`: chunks that the page's first script may preload. `folder`: below the root, by default `name`. `output`:
 * below `folder`, by default `dist` (a remote: `dist/remote`). `port`: of the dev server, by default any free port.
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
  return ({ version = 'dev' } = {}, { mode = 'production' } = {}) => {
    const production = mode === 'production';
    return {
      name,
      mode,
      context,
      // A remote has only its container, but webpack requires an entry.
      entry: page ? { [name]: page } : {},
      // Never an eval devtool: the Content-Security-Policy forbids eval.
      devtool: production ? 'hidden-source-map' : 'cheap-module-source-map',
      target: ['web', 'es2022'],
      output: {
        path: path.join(context, output),
        filename: `assets/${hashed('[name]', production)}.js`,
        chunkFilename: `assets/${hashed('[name]', production)}.js`,
        assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
        // In development, the path at which scripts/dev.ts serves the app.
        publicPath: production ? 'auto' : exposes ? `/remotes/${name}/dev/` : '/',
        // A container finds its chunks on the page by this name. Without the version in the name, a version that
        // replaces a broken one would run the broken one's chunks.
        uniqueName: exposes ? `${name}-${version}` : name,
        crossOriginLoading: 'anonymous',
        chunkLoadTimeout: 120_000,
        clean: true,
      },
      resolve: {
        extensions: ['.tsx', '.ts', '.mjs', '.js'],
        // `router.mjs` replaces `react-router`, and itself imports the package by this name.
        alias: {
          'whole-react-router$': path.join(root, `node_modules/react-router/dist/${mode}/index.mjs`),
        },
      },
      module: { rules: rules(production) },
      plugins: [
        ...(production ? [integrity(Boolean(page))] : []),
        ...(federated ? [federation({ name, version, exposes, runtimePlugins, production })] : []),
        new MiniCssExtractPlugin({
          filename: `assets/${hashed('[name]', production)}.css`,
          chunkFilename: `assets/${hashed('[name]', production)}.css`,
          // The order of files does not matter for CSS modules.
          ignoreOrder: true,
        }),
        ...(page ? [html(context, chunks)] : []),
      ],
      optimization: {
        // SWC needs a third of terser's time for the same size.
        minimizer: [
          new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, minimizerOptions: minified }),
          new MinimizerPlugin({ test: /\.css$/, minify: MinimizerPlugin.lightningCssMinify }),
        ],
        // A screen's packages stay in its chunk, because a separate chunk would need another request and compress less.
        splitChunks: exposes ? { cacheGroups: { defaultVendors: false } } : undefined,
      },
      devServer: devServer({ port }),
      // A journey limits the gzipped bytes per page instead (e2e/journeys/startUp.spec.ts).
      performance: { hints: false },
      stats: 'errors-warnings',
      infrastructureLogging: { level: 'warn' },
    };
  };
}

/** The passes beyond the first save 2 % of a remote's first script. */
const minified = { ecma: 2022, compress: { ecma: 2022, passes: 3 } };

const hashed = (name, production) => (production ? `${name}.[contenthash:8]` : name);

function rules(production) {
  return [
    {
      test: /\.tsx?$/,
      exclude: /node_modules/,
      loader: 'swc-loader',
      // Does not check types; `npm run types` does.
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
              localIdentName: production ? '[local]-[hash:base64:4]' : '[name]-[local]-[hash:base64:4]',
            },
          },
        },
      ],
      sideEffects: true,
    },
    {
      test: /\btokens\.json$/,
      resourceQuery: /css/,
      type: 'javascript/auto',
      use: [MiniCssExtractPlugin.loader, 'css-loader', path.join(root, 'shared/kit/theme/tokensCss.ts')],
      sideEffects: true,
    },
    { test: /\.woff2$/, type: 'asset/resource' },
    { test: /\.svg$/, type: 'asset/inline' },
  ];
}

function federation({ name, version, exposes, runtimePlugins, production }) {
  return new ModuleFederationPlugin({
    // Two versions of a remote on one page are two containers. The name becomes a global variable.
    name: (exposes ? `${name}-${version}` : name).replace(/\W/g, '_'),
    filename: production ? 'assets/remoteEntry.[contenthash:8].js' : 'assets/remoteEntry.js',
    exposes: exposes ? { './exposed': exposes } : undefined,
    shared: sharedModules({ isHost: !exposes }),
    // With the default, a remote whose entry hangs would keep the shell from rendering.
    shareStrategy: 'loaded-first',
    manifest: exposes ? { fileName: 'mf-manifest.json', additionalData: addDescriptor } : false,
    runtimePlugins,
    dts: false,
    dev: false,
    // Keeps `.federation` files out of the source tree.
    virtualRuntimeEntry: true,
    // Remotes load no remotes, so their runtime omits that part. One shared runtime (`externalRuntime`) would save each
    // remote 11 KB of gzip but add 23 KB to the host.
    experiments: { optimization: { target: 'web', ...(exposes && { disableRemote: true, disableSnapshot: true }) } },
  });
}

/** Makes the page from the app's `index.html`, with deferred scripts. */
function html(context, chunks) {
  return new HtmlWebpackPlugin({
    template: path.join(context, 'index.html'),
    // The plugin's cache does not notice new chunk names.
    cache: false,
    // With `auto`, URLs would be relative, so a nested route would load HTML as a script.
    publicPath: '/',
    templateParameters: (compilation) => ({
      earlyData: () => JSON.stringify(earlyData(compilation, chunks)),
      earlyScript: () => earlyScript(compilation),
    }),
    minify: { collapseWhitespace: true, removeComments: true },
  });
}

/** The public site's dev server, whose calls go to a running product. Shell and remotes have scripts/dev.ts. */
function devServer({ port = 'auto' }) {
  const target = `http://localhost:${process.env.PUBLIC_PORT ?? 4100}`;
  return {
    port,
    hot: false,
    static: false,
    client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
    historyApiFallback: true,
    proxy: [{ context: ['/api', '/uploads'], target }],
  };
}

module.exports = { app };
