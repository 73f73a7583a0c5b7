/**
 * Loads drizzle as CommonJS, in a fifth of the time: for each ES module, Node parses the package.json again. Drizzle's
 * has 180 KB. Delete this file with the next release of drizzle, whose package.json is short.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(
      specifier,
      specifier.startsWith('drizzle-orm') ? { ...context, conditions: ['node', 'require'] } : context,
    ),
});
