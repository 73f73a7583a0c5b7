import { setTimeout } from 'node:timers/promises';
import type { Author, Pointer, RemoteStore } from '../../api/remotes/RemoteStore.ts';

/** Whether a version was live and then rolled back. A rollback returns to such a version only if it is named. */
export const isRolledBack = ({ previous, earlier, retired }: Pointer, version: string) =>
  version in retired && ![previous, ...earlier].includes(version);

/**
 * Calls `choose` with the current pointer and the published versions, and makes the returned version live. If `choose`
 * returns null, nothing changes. Chooses again if another process was faster. Returns the resulting pointer.
 */
export async function movePointer(
  store: RemoteStore,
  name: string,
  author: Author,
  choose: (live: Pointer | null, published: readonly string[]) => string | null,
): Promise<Pointer> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const live = await store.readPointer(name);
    const published = await store.versions(name);
    const version = choose(live, published);
    if (version === null) return live!;
    const pointer = pointerTo(version, live, published, author);
    if (await store.replacePointer(name, pointer, live?.tag ?? null)) return pointer;
    await setTimeout(Math.random() * 200);
  }
  throw new Error(`Other releases of ${name} keep changing the live version. Try again.`);
}

/** Makes the named or previous version live. Throws if another version becomes live first. */
export async function rollBack(store: RemoteStore, name: string, author: Author, named?: string) {
  let before: string | undefined;
  const { version } = await movePointer(store, name, author, (live, published) => {
    if (before && live?.version !== before)
      throw new Error(`${name} ${live?.version} became live in the meantime. Try again.`);
    before = live?.version;
    const target = named ?? live?.previous;
    if (!target) throw new Error(`${name} has no previous version there.`);
    if (!published.includes(target)) throw new Error(`${name} has no version ${target} there.`);
    return target;
  });
  return { version, before };
}

/** The pointer that makes `version` live. A rollback drops the later versions from `previous` and `earlier`. */
function pointerTo(
  version: string,
  live: Pointer | null,
  published: readonly string[],
  { at, by, commit }: Author,
): Pointer {
  const lived = live ? [live.version, live.previous ?? [], live.earlier].flat() : [];
  const [previous = null, ...earlier] = lived
    .slice(lived.indexOf(version) + 1)
    .filter((one) => published.includes(one));
  const retired = Object.entries({ ...live?.retired, ...(live && { [live.version]: at }) }).filter(
    ([one]) => one !== version && published.includes(one),
  );
  return { version, previous, earlier, at, by, commit, retired: Object.fromEntries(retired) };
}
