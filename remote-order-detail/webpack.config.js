const { app } = require('../webpack/app.js');

module.exports = app({ name: 'remote-order-detail', exposes: './src/exposed.tsx', port: 4012 });
