const path = require('node:path');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const { besideTheBuild, builtAlone } = require('./builtAlone.js');
const { inlineScript, preload } = require('./pageTags.js');

/** When a page's scripts begin: with its HTML whole, or once that has been seen. */
const beginnings = { whole: 'beginOnceWhole', seen: 'beginAfterFirstPaint' };

/**
 * The scripts of a page are preloaded, and put in by a script of the page itself (shared/page/insertScripts). Not as tags:
 * a tag would need the nonce, which differs at each request, and V8 takes what it compiled before for the same script only
 * where all of it is the same: each reload would compile everything anew.
 */
class PageScripts {
  /**
   * @param {{ seenFirst?: string, output: string, configuration: object }} about
   *   `seenFirst` is the page whose scripts wait until its HTML has been seen; `output` is a folder, `configuration` says
   *   how modules are found and read
   */
  constructor(about) {
    this.about = about;
  }

  apply(compiler) {
    const { seenFirst, output, configuration } = this.about;
    const built = {};
    besideTheBuild(compiler, 'PageScripts', (compilation) => {
      const folder = path.join(__dirname, '../shared/page');
      // None of its modules is the app's: nobody else watches them.
      compilation.contextDependencies.add(folder);
      return Promise.all(
        Object.values(beginnings).map(async (name) => {
          const entry = path.join(folder, `${name}.ts`);
          built[name] = await builtAlone({ entry, output, filename: `${name}.js`, configuration });
        }),
      );
    });
    compiler.hooks.compilation.tap('PageScripts', (compilation) => {
      HtmlWebpackPlugin.getCompilationHooks(compilation).alterAssetTagGroups.tap('PageScripts', (data) => {
        const isSeenFirst = data.outputName === seenFirst;
        data.headTags = [
          ...data.headTags.map((tag) => inserted(tag, isSeenFirst ? { fetchpriority: 'low' } : {})),
          inlineScript(built[isSeenFirst ? beginnings.seen : beginnings.whole]),
        ];
        return data;
      });
    });
  }
}

const inserted = (tag, attributes) =>
  tag.attributes.src ? preload(tag.attributes.src, { ...attributes, 'data-begins-later': true }) : tag;

module.exports = { PageScripts };
