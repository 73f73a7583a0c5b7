const { execFileSync } = require('node:child_process');
const path = require('node:path');
const { Compilation, sources, WebpackError } = require('webpack');

const printer = path.resolve(__dirname, '../scripts/build/printDescriptor.ts');

/** Where a remote's folder holds what it says of itself. */
const descriptorFile = (folder) => path.join(folder, 'src/descriptor.ts');

/**
 * What a remote says of itself, as JSON. In a process of its own, since its modules would be remembered here and an edit
 * would change nothing. Throws with the reasons when it is not as it must be.
 */
function printDescriptor(folder) {
  // Apps have no "type", which the federation plugin cannot bear, and Node would remark on it at each build.
  const args = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', printer, descriptorFile(folder)];
  try {
    return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Error(`${descriptorFile(folder)} is no descriptor:\n${error.stderr || error}`, { cause: error });
  }
}

/** Writes `descriptor.json` beside the manifest (shared/remote/remoteDescriptor.ts). */
class Descriptor {
  apply(compiler) {
    const folder = compiler.context;
    compiler.hooks.thisCompilation.tap('Descriptor', (compilation) => {
      compilation.fileDependencies.add(descriptorFile(folder));
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'Descriptor', stage }, () => {
        try {
          compilation.emitAsset('descriptor.json', new sources.RawSource(printDescriptor(folder)));
        } catch (error) {
          compilation.errors.push(new WebpackError(error.message));
        }
      });
    });
  }
}

module.exports = { Descriptor, printDescriptor };
