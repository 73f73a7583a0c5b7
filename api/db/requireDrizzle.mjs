/**
 * Loads drizzle as CommonJS and resolves each specifier once, because Node parses the package.json again for each ES
 * module and each import of a package, and drizzle's has 180 KB. Delete this file when updating drizzle: later releases
 * have a short package.json.
 */
import { registerHooks } from 'node:module';

const resolved = new Map();

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!specifier.startsWith('drizzle-orm')) return nextResolve(specifier, context);
    if (!resolved.has(specifier)) {
      const result = nextResolve(specifier, { ...context, conditions: ['node', 'require'] });
      resolved.set(specifier, { ...result, shortCircuit: true });
    }
    return resolved.get(specifier);
  },
});
