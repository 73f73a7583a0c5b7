/** The journeys to run after a change to a remote (the full gate runs all). For a remote without a row, all run. */
const throughRemote: Readonly<Record<string, readonly string[]>> = {
  'remote-orders': ['lists', 'undo'],
  'remote-order-detail': ['keyboard', 'oneOrder'],
  'remote-admin-settings': ['invoices', 'manageTeam', 'settings'],
  'remote-customer': ['customerPhone', 'oneOrder'],
};

/** Files that are neither built into an app nor read by the running API. */
const unbuilt = /^(docs|bench|\.github)\/|\.md$|\.test\.tsx?$|^(shared|shell|remote-[\w-]+)\/(.*\/)?testing[/.]/;

/**
 * The journeys that changed files can affect. Imports do not show this, because remotes are loaded at run time. Null
 * if the change may affect everything.
 */
export function journeysFor(files: readonly string[]): readonly string[] | null {
  const found = files.filter((file) => !unbuilt.test(file)).map(journeysThrough);
  return found.includes(null) ? null : [...new Set(found.flatMap((names) => names ?? []))].toSorted();
}

function journeysThrough(file: string): readonly string[] | null {
  const [folder = '', part = ''] = file.split('/');
  if (folder === 'e2e' && part === 'journeys') return [file];
  if (!/\.(tsx?|css|sql)$/.test(file)) return null;
  // Playwright selects files whose path contains this text. The path of every journey does.
  if (/^(api|shared|shell)$/.test(folder)) return ['journeys/'];
  return (part === 'src' && throughRemote[folder]?.map((name) => `journeys/${name}.spec.ts`)) || null;
}
