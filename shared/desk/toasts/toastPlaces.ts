/** Which toast stands in which place. A federated singleton: the shell draws what every remote tells. */
import toast from 'react-hot-toast/headless';

const taken = new Map<string, { id: string; leaves: boolean }>();
let ids = 0;

/**
 * The library's id for a toast in a place: that of the toast which stands there, else a new one. One that is leaving goes
 * at once and gives its id to nobody: the library would take away with it what came under the same id a moment before.
 */
export function idAt(place: string): string {
  const there = taken.get(place);
  if (there && !there.leaves) return there.id;
  if (there) toast.remove(there.id);
  const id = `${place} ${++ids}`;
  taken.set(place, { id, leaves: false });
  return id;
}

/** Lets the toast leave that stands in this place or has this id. */
export function dismissToast(placeOrId: string) {
  const there = taken.get(placeOrId) ?? [...taken.values()].find(({ id }) => id === placeOrId);
  if (there) there.leaves = true;
  toast.dismiss(there?.id ?? placeOrId);
}
