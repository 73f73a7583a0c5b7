import type { Call } from 'shared/api/call';

/**
 * What of an input does not stand in the path, as `shared/api/send` sends it: the query of a GET, a form where the call
 * takes files (Blobs in `rest`), else what becomes JSON.
 */
export function callContent(
  call: Call,
  rest: Record<string, unknown>,
): { query?: Record<string, string>; body?: object } {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  if (call.method === 'GET') return { query: Object.fromEntries(given.map(([key, value]) => [key, String(value)])) };
  if (!call.files) return { body: Object.fromEntries(given) };
  const form = new FormData();
  for (const [key, value] of given) form.append(key, value instanceof Blob ? value : String(value));
  return { body: form };
}
