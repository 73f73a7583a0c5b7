const { runtime } = require('webpack');

/**
 * Sets `integrity` on a remote's lazy scripts, with the SHA-384 that the shell's `integrityOf` has from the registry.
 * The federation runtime's `createScript` hook sees only the entry.
 */
class ScriptIntegrityPlugin {
  apply(compiler) {
    compiler.hooks.compilation.tap('ScriptIntegrityPlugin', (compilation) => {
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'ScriptIntegrityPlugin',
        (code) => `${code}\nscript.integrity = globalThis.integrityOf?.(url) ?? '';`,
      );
    });
  }
}

module.exports = { ScriptIntegrityPlugin };
