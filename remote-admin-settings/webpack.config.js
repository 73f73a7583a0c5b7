const { app } = require('../webpack/app.js');

module.exports = app({ name: 'remote-admin-settings', exposes: './src/exposed.tsx', port: 4013 });
