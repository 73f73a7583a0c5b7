const { app } = require('../webpack/app.js');

module.exports = app({
  name: 'shell',
  page: './src/start.ts',
  begin: { entry: './src/begin/index.ts', parts: ['layout', 'dashboard'] },
  firstPaint: { page: 'sign-in.html', chunk: 'sign-in', entry: './src/login/firstPaint.tsx' },
  port: 4010,
});
