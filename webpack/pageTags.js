/** Tags that a build puts into its page, in the words of html-webpack-plugin. */

/** The API replaces it in each page that it answers with (`api/http/pages`). */
const nonce = '__CSP_NONCE__';

/** A script that stands in the page itself. */
const inlineScript = (code, attributes = { nonce }) => inline('script', code, attributes);

/** A style sheet that stands in the page itself. */
const inlineStyle = (css, attributes) => inline('style', css, { nonce, ...attributes });

/** Data for a script of the page. */
const dataBlock = (id, json) => inlineScript(json, { type: 'application/json', id });

const link = (attributes) => ({ tagName: 'link', voidTag: true, attributes, meta: {} });

const preload = (href, attributes) => link({ rel: 'preload', as: 'script', href, nonce, ...attributes });

// A text that holds the end of its own tag would end it.
const inline = (tagName, text, attributes) => ({
  tagName,
  voidTag: false,
  attributes,
  innerHTML: text.replaceAll('</', '<\\/'),
  meta: {},
});

module.exports = { dataBlock, inlineScript, inlineStyle, link, preload };
