/**
 * What this tab keeps: in its session storage, which goes with the tab, and in memory where the browser forbids storage. Never
 * in the address, and never beyond the tab: the phone may be somebody else's.
 */
import * as v from 'valibot';

const inMemory = new Map<string, unknown>();

/** What was kept under this key; null when there is nothing, or nothing that can be read. */
export function readFromTab<Schema extends v.GenericSchema>(key: string, schema: Schema): v.InferOutput<Schema> | null {
  const { success, output } = v.safeParse(schema, inMemory.get(key) ?? stored(key));
  return success ? output : null;
}

/** Keeps it for as long as the tab is there; null forgets it. */
export function keepInTab(key: string, value: object | null) {
  if (value) inMemory.set(key, value);
  else inMemory.delete(key);
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value));
    else sessionStorage.removeItem(key);
  } catch {
    // Forbidden storage only costs a reload of the page.
  }
}

function stored(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
