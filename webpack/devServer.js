/** The public site's dev server, whose calls go to a running product. Shell and remotes have scripts/dev.ts. */
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
