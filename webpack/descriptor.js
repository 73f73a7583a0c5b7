const { statSync } = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { WebpackError } = require('webpack');
const { readDescriptor } = require('../shared/remote/remoteDescriptor.ts');

/**
 * Puts a remote's descriptor (shared/remote/remoteDescriptor.ts) into its federation manifest's `metaData`. An invalid
 * descriptor fails the build with the reasons.
 */
async function addDescriptor({ stats, compiler, compilation }) {
  const file = path.join(compiler.context, 'src/descriptor.ts');
  compilation.fileDependencies.add(file);
  try {
    // Node caches modules by URL, so the URL of an edited file must differ.
    const { descriptor } = await import(`${pathToFileURL(file)}?${statSync(file).mtimeMs}`);
    stats.metaData.descriptor = readDescriptor(descriptor);
  } catch (error) {
    compilation.errors.push(new WebpackError(`${file} is not a valid descriptor:\n${error.message}`));
  }
}

module.exports = { addDescriptor };
