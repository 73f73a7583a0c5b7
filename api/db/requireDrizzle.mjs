/**
 * Loads drizzle as CommonJS, in a fifth of the time: Node parses a package.json again for each ES module of its package, and
 * drizzle's has 180 KB. Delete this file with the next release of drizzle, whose package.json is short.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(
      specifier,
      specifier.startsWith('drizzle-orm') ? { ...context, conditions: ['node', 'require'] } : context,
    ),
});
