const { app } = require('../webpack/app.js');

module.exports = app({ name: 'shell', page: './src/index.ts', port: 4010 });
