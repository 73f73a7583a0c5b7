/**
 * Ports of the dev servers. Each one shows the whole product, which must be running (`npm start`), with one app of it
 * taken from the source: live reload, since a host does not hot-reload on a remote's edit.
 */
const ports = {
  shell: 4010,
  'remote-orders': 4011,
  'remote-order-detail': 4012,
  'remote-admin-settings': 4013,
  'remote-customer': 4014,
  'customer-site': 4110,
};

// The product where it runs, by the same settings as the API's.
const staffOrigin = `http://localhost:${process.env.PORT ?? 4000}`;
const publicOrigin = `http://localhost:${process.env.PUBLIC_PORT ?? 4100}`;

/** A remote's dev server answers the registry with its own address in it, and everything else comes from the product. */
function devServer({ name, isRemote }) {
  const target = name === 'customer-site' ? publicOrigin : staffOrigin;
  const assets = isRemote ? `/remotes/${name}/dev/` : '/';
  return {
    port: ports[name],
    hot: false,
    liveReload: true,
    static: false,
    client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
    devMiddleware: { publicPath: assets, index: isRemote ? false : 'index.html' },
    historyApiFallback: !isRemote,
    setupMiddlewares: (middlewares) =>
      isRemote
        ? [{ name: 'registry', path: '/remotes.json', middleware: registryWith(name, assets) }, ...middlewares]
        : middlewares,
    proxy: [
      {
        context: isRemote
          ? (pathname) => !pathname.startsWith(assets) && pathname !== '/ws'
          : ['/api', '/uploads', '/remotes'],
        target,
      },
    ],
  };
}

function registryWith(name, assets) {
  return async (_request, response) => {
    try {
      const registry = await (await fetch(`${staffOrigin}/remotes.json`)).json();
      Object.assign(registry.remotes[name], { manifest: `${assets}mf-manifest.json`, version: 'dev' });
      response.setHeader('Cache-Control', 'no-store');
      response.json(registry);
    } catch (error) {
      response.status(502).json({ message: `The product does not answer at ${staffOrigin}: run npm start. ${error}` });
    }
  };
}

module.exports = { devServer };
