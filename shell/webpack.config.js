const { app } = require('../webpack/app.js');

module.exports = app({
  name: 'shell',
  page: './src/start.ts',
  chunks: ['sign-in', 'layout', 'dashboard'],
  runtimePlugins: [require.resolve('./src/scriptIntegrity.ts')],
  port: 4010,
});
