/** A file that differs from the one at the ref; `path` is relative to the root, with slashes. */
export interface ChangedFile {
  path: string;
  deleted: boolean;
}

export interface Choice {
  /** Files whose related tests run, and packages all of whose tests do. */
  jest: { related: string[]; packages: string[] };
  /** Names of the journeys to run; they need a build. */
  journeys: 'all' | string[];
  /** When all changes are in apps or texts: the apps whose types are checked, and the files that are linted; null: all. */
  checked: { apps: string[]; files: string[] } | null;
}

/** A few journeys per remote; the full gate runs the rest. A remote without a row runs all journeys. */
const journeysOf: Readonly<Record<string, readonly string[]>> = {
  'remote-orders': ['futureOrders', 'lists', 'undo'],
  'remote-order-detail': ['keyboard', 'oneOrder'],
  'remote-admin-settings': ['invoices', 'manageTeam', 'settings'],
  'remote-customer': ['customerPhone', 'oneOrder'],
};

/** Folders of `shared` that the API does not import (lint keeps it so). */
const browserOnly = /^shared\/(kit|desk|page|remote|testing)\//;

/** Read by no test and built into nothing. */
const texts = /^(docs|\.github)\/|\.md$|^(\.editorconfig|lefthook\.yml)$/;

const app = /^(shell|remote-[\w-]+)(?=\/)/;
const settings = /(^|\/)(package\.json|tsconfig\.json|[\w.]+\.config\.js)$/;
const test = /\.test\.tsx?$/;
/** What only tests import. */
const forTests = /(^|\/)testing(\/|\.tsx?$)/;

/**
 * Chooses the tests and checks that a change can affect, or 'all' when the changed files do not tell.
 */
export function chooseTests(files: readonly ChangedFile[]): Choice | 'all' {
  const chosen = { related: new Set<string>(), packages: new Set<string>(), journeys: new Set<string>() };
  let allJourneys = false;
  for (const file of files) {
    const found = touchedBy(file);
    if (found === 'all') return 'all';
    found.related?.forEach((path) => chosen.related.add(path));
    found.packages?.forEach((name) => chosen.packages.add(name));
    if (found.journeys === 'all') allJourneys = true;
    else found.journeys?.forEach((name) => chosen.journeys.add(name));
  }
  const code = files.filter(({ path }) => !texts.test(path));
  const apps = new Set(code.map(({ path }) => app.exec(path)?.[0] ?? ''));
  const there = files.filter(({ deleted }) => !deleted).map(({ path }) => path);
  return {
    checked: apps.has('') ? null : { apps: [...apps].sort(), files: there },
    jest: { related: [...chosen.related], packages: [...chosen.packages] },
    journeys: allJourneys ? 'all' : [...chosen.journeys].sort(),
  };
}

interface Touched {
  related?: readonly string[];
  packages?: readonly string[];
  journeys?: 'all' | readonly string[];
}

function touchedBy({ path, deleted }: ChangedFile): Touched | 'all' {
  if (texts.test(path)) return {};
  if (settings.test(path)) return 'all';
  const [folder = ''] = path.split('/');
  // Measures from outside; nothing imports it but its own tests.
  if (folder === 'bench') return !deleted && /\.tsx?$/.test(path) ? { related: [path] } : {};
  if (folder === 'e2e') return { journeys: journeysTouchedBy(path, deleted) };
  if (!/^(shared|api|shell|remote-[\w-]+)$/.test(folder) || !path.includes('/')) return 'all';
  if (test.test(path)) return deleted ? {} : { related: [path] };
  // Who imports it is known of a module that is there; of other files nothing is.
  const known = !deleted && /\.tsx?$/.test(path);
  // Its tests start programs of it, which no import tells of.
  const apiToo = folder === 'api' || (folder === 'shared' && !browserOnly.test(path));
  const packages = [...(known ? [] : [folder]), ...(apiToo ? ['api'] : [])];
  const journeys = forTests.test(path) && folder !== 'api' ? [] : (journeysOf[folder] ?? 'all');
  return { related: known ? [path] : [], packages, journeys };
}

function journeysTouchedBy(path: string, deleted: boolean): 'all' | readonly string[] {
  const name = /^e2e\/journeys\/([\w-]+)\.spec\.ts$/.exec(path)?.[1];
  if (!name) return 'all';
  return deleted ? [] : [name];
}
