/**
 * Loads drizzle as CommonJS, in a fifth of the time: Node parses a package.json again for each ES module of its package, and
 * drizzle's has 180 KB. The next release of drizzle has a short one, and this file can go.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(
      specifier,
      specifier.startsWith('drizzle-orm') ? { ...context, conditions: ['node', 'require'] } : context,
    ),
});
