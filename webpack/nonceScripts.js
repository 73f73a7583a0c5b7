const HtmlWebpackPlugin = require('html-webpack-plugin');
const { nonce } = require('./pageTags.js');

/** Gives every script tag of the page the nonce placeholder, which the API replaces at each request. */
class NonceScripts {
  apply(compiler) {
    compiler.hooks.compilation.tap('NonceScripts', (compilation) => {
      HtmlWebpackPlugin.getCompilationHooks(compilation).alterAssetTags.tap('NonceScripts', (data) => {
        for (const tag of data.assetTags.scripts) tag.attributes.nonce = nonce;
        return data;
      });
    });
  }
}

module.exports = { NonceScripts };
