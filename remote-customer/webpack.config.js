const { app } = require('../webpack/app.js');

module.exports = [
  app({ name: 'remote-customer', exposes: './src/exposed.tsx', port: 4014 }),
  app({
    name: 'customer-site',
    folder: 'remote-customer',
    page: './src/site.tsx',
    federated: false,
    output: 'dist/site',
    port: 4110,
  }),
];
