const { app } = require('../webpack/app.js');

module.exports = app({ name: 'remote-orders', exposes: './src/exposed.tsx', port: 4011 });
