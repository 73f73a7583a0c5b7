/** `npm run releases -- --to FOLDER|s3://BUCKET/PREFIX [--desk URL]`: lists versions and, with --desk, failures. */
import { healthOf, runCommand } from './release/command.ts';

await runCommand(async ({ store, desk }) => {
  const failures = desk ? (await healthOf(desk)).remoteFailures : null;
  const rows = [];
  for (const name of (await store.remotes()).sort()) {
    const pointer = await store.readPointer(name).catch(() => null);
    for (const version of await store.versions(name)) {
      const release = await store.readRelease(name, version);
      if (!release) continue;
      const { at, by, commit, bytes } = release;
      const state = version === pointer?.version ? 'live' : version === pointer?.previous ? 'previous' : '';
      const kilobytes = Math.round(bytes / 1_000);
      const row = { remote: name, version, state, released: at, by: by ?? 'build', commit, kilobytes };
      rows.push(failures ? { ...row, failures: failures[`${name}@${version}`] ?? 0 } : row);
    }
  }
  rows.sort((one, other) => one.remote.localeCompare(other.remote) || other.released.localeCompare(one.released));
  if (rows.length > 0) console.table(rows);
  else console.log('Nothing has been published there yet.');
});
