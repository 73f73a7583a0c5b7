const { createHash } = require('node:crypto');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const { Compilation, runtime, sources } = require('webpack');

const name = 'integrity';
/** Placeholder in a page's template for the SHA-384 of its scripts and stylesheets, by URL. */
const placeholder = '__INTEGRITY__';

/** Hashes of a page's own files are in the page, those of a remote in the registry (shell/src/scriptIntegrity.ts). */
const hashOf = {
  page: (url) => `JSON.parse(document.getElementById('integrity').textContent)[new URL(${url}, location).pathname]`,
  remote: (url) => `globalThis.integrityOf?.(${url})`,
};

/**
 * A plugin that sets `integrity` on every script and stylesheet of an app: on lazy ones when they are requested, and on
 * those of its page in the HTML. The federation runtime's `createScript` hook would see only a remote's entry.
 */
const integrity = (isPage) => (compiler) => {
  const hash = hashOf[isPage ? 'page' : 'remote'];
  compiler.hooks.thisCompilation.tap(name, (compilation) => {
    runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
      name,
      (code) => `${code}\nscript.integrity = ${hash('url')} ?? '';`,
    );
    MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
      name,
      (code, { tag, href }) => `${code}\n${tag}.integrity = ${hash(href)} ?? '';`,
    );
    // Contents are final only after `RealContentHashPlugin`.
    const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
    if (isPage) compilation.hooks.processAssets.tap({ name, stage }, () => completePage(compilation));
  });
};

function completePage(compilation) {
  const hashes = Object.fromEntries(
    compilation
      .getAssets()
      .filter((asset) => /\.(js|css)$/.test(asset.name))
      .map((asset) => [`/${asset.name}`, integrityOf(asset.source.buffer())]),
  );
  compilation.updateAsset('index.html', (page) => {
    const html = page
      .source()
      .toString()
      .replace(/ (?:src|href)="(\/[^"]+\.(?:js|css))"/g, (attribute, url) => `${attribute} integrity="${hashes[url]}"`)
      .replace(placeholder, JSON.stringify(hashes));
    return new sources.RawSource(html);
  });
}

/** The SHA-384 in the format of an `integrity` attribute. */
const integrityOf = (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

module.exports = { integrity };
