const { app } = require('../../webpack/app.js');

module.exports = app({ name: 'remote-fifth', folder: 'e2e/remote-fifth', exposes: './src/exposed.tsx' });
