import { existsSync } from 'node:fs';
import path from 'node:path';
import { apps, root, type SiteOutput } from './apps.ts';
import { contentHash, filesBelow } from './contentHash.ts';
import { isPacked } from './packFiles.ts';
import { copyOver, publishedFiles } from './publishedFiles.ts';
import { publishRemotes } from './publishRemotes.ts';

/** The library of the API's reference page, which api/reference serves. */
const reference = {
  from: 'node_modules/swagger-ui-dist',
  to: 'dist/reference',
  files: ['swagger-ui-bundle.js', 'swagger-ui.css'],
};

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
    ...publishFiles(reference),
    ...publishRemotes(
      outputs.filter((output) => output.kind === 'remote'),
      { to: path.join(root, 'dist/remotes'), alone: true },
    ),
  ];
}

const publishSite = ({ from, to }: SiteOutput) => publishFiles({ from, to, files: publishedFiles(from) });

function publishFiles({ from, to, files }: { from: string; to: string; files: readonly string[] }): string[] {
  const target = path.join(root, to);
  if (
    existsSync(target) &&
    contentHash(filesBelow(target, isPacked), target) === contentHash(files, path.join(root, from))
  )
    return [];
  copyOver(files, from, target);
  return [to];
}
