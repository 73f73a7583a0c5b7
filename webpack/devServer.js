/** The dev server of the public site: its calls go to a running product. scripts/dev.ts starts them for shell and remotes. */
function devServer({ port = 'auto' }) {
  const target = `http://localhost:${process.env.PUBLIC_PORT ?? 4100}`;
  return {
    port,
    hot: false,
    liveReload: true,
    static: false,
    client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
    historyApiFallback: true,
    proxy: [{ context: ['/api', '/uploads'], target }],
  };
}

module.exports = { devServer };
