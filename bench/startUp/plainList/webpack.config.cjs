const { app } = require('../../../webpack/app.js');

module.exports = app({
  name: 'plain-list',
  folder: 'bench/startUp/plainList',
  page: './page.tsx',
  federated: false,
  output: '../../../.build/plain-list',
});
