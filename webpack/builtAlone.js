const { mkdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const webpack = require('webpack');

/**
 * A script that is built beside an app, by itself and without the federation, to be put into the app's page.
 *
 * @param {{ compilation: object, entry: string, output: string, filename: string, configuration: object }} about
 *   `compilation` is the app's; `configuration` says how modules are found and read; `output` is a folder
 * @returns {Promise<string>} its text
 */
async function builtAlone({ compilation, entry, output, filename, configuration }) {
  // Its modules need not be the app's: nobody else watches them.
  compilation.contextDependencies.add(path.resolve(configuration.context, path.dirname(entry)));
  mkdirSync(output, { recursive: true });
  const compiler = webpack({
    ...configuration,
    entry,
    devtool: false,
    output: { path: output, filename, publicPath: '/' },
    performance: { hints: false },
  });
  await new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      const fault = error ?? (stats.hasErrors() ? new Error(stats.toString('errors-only')) : null);
      compiler.close(() => (fault ? reject(fault) : resolve()));
    });
  });
  return readFileSync(path.join(output, filename), 'utf8');
}

/**
 * Has `task` done each time that `compiler` builds, beside the app's own modules. Not inherited by child compilers; a fault
 * is the build's, and ends no watching.
 */
function besideTheBuild(compiler, name, task) {
  compiler.hooks.make.tapPromise(name, async (compilation) => {
    try {
      await task(compilation);
    } catch (error) {
      compilation.errors.push(error);
    }
  });
}

module.exports = { besideTheBuild, builtAlone };
