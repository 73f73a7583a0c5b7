import { existsSync } from 'node:fs';
import path from 'node:path';
import { apps, root, type SiteOutput } from './apps.ts';
import { contentHash, filesBelow } from './contentHash.ts';
import { isPacked } from './packFiles.ts';
import { copyOver, publishedFiles } from './publishedFiles.ts';
import { publishRemotes } from './publishRemotes.ts';

/**
 * Puts what was built where the API serves it: the shell and the public site as they are, the remotes with the registry
 * that names them. What has no folder here any more is taken away. Everything appears by a rename, so that nobody is
 * served half of it.
 *
 * @returns what changed, as lines to print
 */
export function publish(): string[] {
  const outputs = apps.flatMap((app) => app.outputs);
  return [
    ...outputs.flatMap((output) => (output.kind === 'site' ? publishSite(output) : [])),
    ...publishRemotes(
      outputs.filter((output) => output.kind === 'remote'),
      { to: path.join(root, 'dist/remotes'), alone: true },
    ),
  ];
}

function publishSite({ from, to }: SiteOutput): string[] {
  const files = publishedFiles(from);
  const target = path.join(root, to);
  if (
    existsSync(target) &&
    contentHash(filesBelow(target, isPacked), target) === contentHash(files, path.join(root, from))
  )
    return [];
  copyOver(files, from, target);
  return [to];
}
