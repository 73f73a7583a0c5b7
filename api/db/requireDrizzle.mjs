/**
 * Loads drizzle as CommonJS, because Node parses the package.json again for each ES module, and drizzle's has 180 KB.
 * Delete this file when updating drizzle: later releases have a short package.json.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(
      specifier,
      specifier.startsWith('drizzle-orm') ? { ...context, conditions: ['node', 'require'] } : context,
    ),
});
