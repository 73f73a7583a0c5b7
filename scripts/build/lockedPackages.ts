interface LockedPackage {
  version?: string;
  integrity?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/**
 * The direct and indirect dependencies of folders in a lock file, as sorted lines of path, version and hash. '' is the
 * root, whose dependencies are the build's tools.
 */
export function lockedPackages(
  lock: { packages: Record<string, LockedPackage> },
  folders: readonly string[],
): string[] {
  const seen = new Set<string>();
  const visit = (place: string) => {
    const found = lock.packages[place];
    if (!found || seen.has(place)) return;
    seen.add(place);
    if (found.link) return visit(found.resolved!);
    const { dependencies, optionalDependencies, peerDependencies } = found;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      visit(placeOf(name, place));
  };
  // Resolves like Node, in the package's own folder and then in each folder above.
  const placeOf = (name: string, from: string): string => {
    const place = `${from}${from && '/'}node_modules/${name}`;
    const folderAbove = from.slice(0, Math.max(from.lastIndexOf('/'), 0));
    return lock.packages[place] || !from ? place : placeOf(name, folderAbove);
  };
  for (const folder of folders) visit(folder);
  return [...seen]
    .sort()
    .map((place) => `${place} ${lock.packages[place]!.version} ${lock.packages[place]!.integrity}`);
}
