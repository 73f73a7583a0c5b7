const path = require('node:path');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const { besideTheBuild, builtAlone } = require('./builtAlone.js');
const { inlineScript, preload } = require('./pageTags.js');

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
    let whole = '';
    let seen = '';
    besideTheBuild(compiler, 'PageScripts', async (compilation) => {
      const built = (name) =>
        builtAlone({
          compilation,
          entry: path.join(__dirname, `../shared/page/${name}.ts`),
          output,
          filename: `${name}.js`,
          configuration,
        });
      [whole, seen] = await Promise.all([built('beginOnceWhole'), built('beginAfterFirstPaint')]);
    });
    compiler.hooks.compilation.tap('PageScripts', (compilation) => {
      HtmlWebpackPlugin.getCompilationHooks(compilation).alterAssetTagGroups.tap('PageScripts', (data) => {
        const isSeenFirst = data.outputName === seenFirst;
        // All of the app's scripts are tags of the head (`scriptLoading: 'defer'`). Last: the parser waits for the style sheets
        // before it comes to an inline script, so that no script of the app begins without them.
        data.headTags = [
          ...data.headTags.map((tag) => inserted(tag, isSeenFirst ? { fetchpriority: 'low' } : {})),
          inlineScript(isSeenFirst ? seen : whole),
        ];
        return data;
      });
    });
  }
}

const inserted = (tag, attributes) =>
  tag.attributes.src ? preload(tag.attributes.src, { ...attributes, 'data-begins-later': true }) : tag;

module.exports = { PageScripts };
