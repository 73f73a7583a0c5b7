/** Fills `:name` parts of a call's path from its input; what is left is the query or the body. */
export function callAddress({ path }: { path: string }, input: Record<string, unknown>) {
  const rest = { ...input };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { path: `/api${filled}`, rest };
}

/** What is sent of an input: whatever is not said is left out. */
export const given = (rest: Record<string, unknown>): [string, unknown][] =>
  Object.entries(rest).filter(([, value]) => value !== undefined && value !== null);

/** The whole address of a GET, its query included. */
export function getAddress(call: { path: string }, input: Record<string, unknown>): string {
  const { path, rest } = callAddress(call, input);
  const query = new URLSearchParams(given(rest).map(([name, value]) => [name, String(value)]));
  return query.size ? `${path}?${query}` : path;
}
