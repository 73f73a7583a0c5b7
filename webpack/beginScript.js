const path = require('node:path');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const { besideTheBuild, builtAlone } = require('./builtAlone.js');
const { dataBlock, inlineScript } = require('./pageTags.js');

/**
 * Begins the page with what it will need (shell/src/begin): puts that script into the page itself, after the data it reads.
 * Those are the registry, which the API fills in at each request, and the names of the shell's own files.
 */
class BeginScript {
  /**
   * @param {{ entry: string, output: string, configuration: object, parts: string[], sharedParts: Record<string, string> }} about
   *   `parts` are the names of chunks, `sharedParts` the files of shared modules by their names in the federation;
   *   `configuration` says how modules are found and read, `output` is a folder
   */
  constructor(about) {
    this.about = about;
  }

  apply(compiler) {
    let code = '';
    const { entry, output, configuration } = this.about;
    besideTheBuild(compiler, 'BeginScript', async (compilation) => {
      code = await builtAlone({ compilation, entry, output, filename: 'begin.js', configuration });
    });
    compiler.hooks.compilation.tap('BeginScript', (compilation) => {
      HtmlWebpackPlugin.getCompilationHooks(compilation).alterAssetTagGroups.tap('BeginScript', (data) => {
        data.headTags.unshift(
          dataBlock('remotes', '__REMOTES__'),
          dataBlock('shell-files', JSON.stringify(filesOf(compilation, this.about))),
          inlineScript(code),
        );
        return data;
      });
    });
  }
}

/** What has to be loaded for each part, the shared modules that it takes included. */
function filesOf(compilation, { parts, sharedParts }) {
  const shared = (name) => (sharedParts[name] ? groupWith(compilation, sharedParts[name]) : null);
  const groups = [
    ...parts.map((name) => [name, compilation.namedChunkGroups.get(name)]),
    ...Object.keys(sharedParts).map((name) => [name, shared(name)]),
  ];
  return Object.fromEntries(
    groups.map(([name, group]) => {
      const loaded = group ? [group, ...takenFrom(compilation, group).map(shared)] : [];
      const files = [...new Set(loaded.flatMap((one) => one?.getFiles() ?? []))];
      const ending = (extension) => files.filter((file) => file.endsWith(extension)).map((file) => `/${file}`);
      return [name, { scripts: ending('.js'), styles: ending('.css') }];
    }),
  );
}

/** The names of the shared modules that a group of chunks consumes. */
function takenFrom(compilation, group) {
  const modules = group.chunks.flatMap((chunk) => [...compilation.chunkGraph.getChunkModulesIterable(chunk)]);
  return [
    ...new Set(modules.flatMap(({ type, options }) => (type === 'consume-shared-module' ? options.shareKey : []))),
  ];
}

/** The chunks that are loaded for a module. */
function groupWith(compilation, file) {
  for (const chunk of compilation.chunks) {
    for (const module of compilation.chunkGraph.getChunkModulesIterable(chunk)) {
      if ((module.rootModule ?? module).resource === file) return [...chunk.groupsIterable][0];
    }
  }
  return null;
}

module.exports = { BeginScript };
