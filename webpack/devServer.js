// The product where it runs, by the same settings as the API's.
const staffOrigin = `http://localhost:${process.env.PORT ?? 4000}`;
const publicOrigin = `http://localhost:${process.env.PUBLIC_PORT ?? 4100}`;

/**
 * A dev server shows the whole product, which must be running (`npm start`), with one app of it taken from the source:
 * live reload, since a host does not hot-reload on a remote's edit. A remote's answers the registry with itself in it,
 * and everything else comes from the product.
 */
function devServer({ name, port = 'auto', isRemote, isPublic }) {
  const target = isPublic ? publicOrigin : staffOrigin;
  const assets = isRemote ? `/remotes/${name}/dev/` : '/';
  return {
    port,
    hot: false,
    liveReload: true,
    static: false,
    client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
    devMiddleware: { publicPath: assets, index: isRemote ? false : 'index.html' },
    historyApiFallback: !isRemote,
    setupMiddlewares: (middlewares) =>
      isRemote
        ? [
            { name: 'page', middleware: pageWithoutRegistry },
            { name: 'registry', path: '/remotes.json', middleware: registryWith({ name, assets }) },
            ...middlewares,
          ]
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

/** The product's pages carry its registry: here the one below is to be asked for, which has this app from its source. */
async function pageWithoutRegistry(request, response, next) {
  const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
  if (!isPage || /^\/(api|uploads|remotes)(\/|$)/.test(request.url)) return next();
  try {
    const page = await fetch(`${staffOrigin}${request.url}`, { headers: { accept: 'text/html' } });
    response.status(page.status);
    // The policy's nonce is the page's.
    for (const name of ['content-type', 'content-security-policy']) response.setHeader(name, page.headers.get(name));
    response.send((await page.text()).replace(/(<script[^>]*id="?remotes"?[^>]*>)[^<]*/, '$1null'));
  } catch {
    next();
  }
}

function registryWith({ name, assets }) {
  return async (request, response) => {
    try {
      const registry = await (await fetch(`${staffOrigin}/remotes.json`)).json();
      const manifest = `${assets}mf-manifest.json`;
      const { metaData } = await (await fetch(`http://${request.headers.host}${manifest}`)).json();
      registry.remotes[name] = { manifest, version: 'dev', previous: null, descriptor: metaData.descriptor };
      response.setHeader('Cache-Control', 'no-store');
      response.json(registry);
    } catch (error) {
      response
        .status(502)
        .json({ message: `No registry: the product must run at ${staffOrigin} (npm start). ${error}` });
    }
  };
}

module.exports = { devServer };
