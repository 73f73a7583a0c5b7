const path = require('node:path');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const { JSDOM } = require('jsdom');
const { besideTheBuild, builtAlone } = require('./builtAlone.js');
const { inlineScript, inlineStyle, link, preload } = require('./pageTags.js');

/** A script of its own in the page: what it does must not wait for the page's. */
const presses = path.join(__dirname, '../shared/kit/form/keepPressesAtOnce.ts');
const emptyRoot = /<div id="?root"?><\/div>/;

/**
 * A page that is seen before its scripts are there: its HTML holds what its own component renders, which React then takes
 * the place of. Made of the same files as the page itself, so that both look the same.
 */
class FirstPaint {
  /**
   * @param {{ page: string, chunk?: string, entry: string, output: string, configuration: object }} about
   *   `page` is the HTML file, `chunk` the name of the one that its component is in, where it comes by itself; `entry` is a
   *   module that sets `window.firstPaint`, `output` a folder; `configuration` says how modules are found and read
   */
  constructor(about) {
    this.about = about;
  }

  apply(compiler) {
    let markup = '';
    let inline = '';
    besideTheBuild(compiler, 'FirstPaint', async (compilation) => {
      const { page, output, configuration } = this.about;
      const filename = `${page}.presses.js`;
      const built = builtAlone({ compilation, entry: presses, output, filename, configuration });
      [markup, inline] = await Promise.all([rendered(compilation, this.about), built]);
    });
    compiler.hooks.compilation.tap('FirstPaint', (compilation) => {
      const hooks = HtmlWebpackPlugin.getCompilationHooks(compilation);
      hooks.alterAssetTagGroups.tap('FirstPaint', (data) => {
        if (data.outputName !== this.about.page) return data;
        const tags = [...data.headTags, ...tagsOf(compilation, this.about.chunk)];
        data.headTags = [...tags.map((tag) => inPage(compilation, tag)), inlineScript(inline)];
        return data;
      });
      hooks.beforeEmit.tap('FirstPaint', (data) => {
        if (data.outputName !== this.about.page) return data;
        if (!emptyRoot.test(data.html)) throw new Error(`${this.about.page} has no empty root`);
        data.html = data.html.replace(emptyRoot, () => `<div id="root">${marked(markup)}</div>`);
        return data;
      });
    });
  }
}

/** Its forms are told from React's own (shared/kit/form/typedBefore). */
const marked = (markup) => markup.replaceAll('<form', '<form data-first-paint=""');

/** Node's own would keep the build from ending. */
class SilentChannel {
  port1 = {};
  port2 = { postMessage: () => undefined };
}

/**
 * A style sheet as part of the page: one that is asked for holds back all that is seen by a round trip. `data-href` tells
 * the loader of chunks that it is there (mini-css-extract-plugin). Addresses in it are from where its file lies.
 */
function inPage(compilation, tag) {
  const { rel, href } = tag.attributes;
  if (rel !== 'stylesheet') return tag;
  const file = href.replace(/^\//, '');
  const css = compilation.getAsset(file).source.source().toString();
  return inlineStyle(css.replaceAll('url(../', 'url(/'), { 'data-href': file });
}

/** What is seen is styled at once, and the scripts of it come beside the page's own. */
function tagsOf(compilation, chunk) {
  const files = (chunk && compilation.namedChunkGroups.get(chunk)?.getFiles()) || [];
  return files.map((file) =>
    file.endsWith('.css') ? link({ rel: 'stylesheet', href: `/${file}` }) : preload(`/${file}`),
  );
}

async function rendered(compilation, { page, entry, output, configuration }) {
  const script = await builtAlone({
    compilation,
    entry,
    output,
    filename: `${page}.js`,
    configuration: { ...configuration, optimization: { minimize: false } },
  });
  const { window } = new JSDOM('<!doctype html>', { runScripts: 'outside-only', url: 'http://localhost/' });
  // What the modules of a page want to be there when they are read, and jsdom has not.
  Object.assign(window, { TextEncoder, TextDecoder, ReadableStream, Request, Response, MessageChannel: SilentChannel });
  window.eval(script);
  const { firstPaint } = window;
  window.close();
  if (!firstPaint) throw new Error(`${entry} renders nothing`);
  return firstPaint;
}

module.exports = { FirstPaint };
