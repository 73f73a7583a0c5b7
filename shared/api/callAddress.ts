import type { Call } from './call.ts';

/** Fills `:name` parts of a call's path from its input; what is left is the query or the body. */
export function callAddress(call: Call, input: Record<string, unknown>) {
  const rest = { ...input };
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { path: `/api${path}`, rest };
}
