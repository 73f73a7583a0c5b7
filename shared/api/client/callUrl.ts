export function callUrl({ path }: { path: string }, input: Record<string, unknown>) {
  const rest = { ...input };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { path: `/api${filled}`, rest };
}

export const definedEntries = (rest: Record<string, unknown>): [string, unknown][] =>
  Object.entries(rest).filter(([, value]) => value !== undefined && value !== null);

export function getUrl(call: { path: string }, input: Record<string, unknown>): string {
  const { path, rest } = callUrl(call, input);
  const query = new URLSearchParams(definedEntries(rest).map(([name, value]) => [name, String(value)]));
  return query.size ? `${path}?${query}` : path;
}
