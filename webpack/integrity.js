const { runtime } = require('webpack');

/**
 * Has a remote's lazy scripts carry their SHA-384. The shell knows the hashes from the registry and provides
 * `integrityOf`; the federation runtime's `createScript` hook sees only the entry.
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
