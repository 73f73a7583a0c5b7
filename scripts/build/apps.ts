import path from 'node:path';
import { remoteNames, type RemoteName } from 'shared/remote/remotes';

export const root = path.resolve(import.meta.dirname, '../..');

/** An app that webpack builds: where its output is, and where it is published to under `dist/`. */
export interface App {
  name: 'shell' | RemoteName;
  outputs: readonly Output[];
}

export type Output =
  | { kind: 'site'; from: string; to: string }
  /** Published under a version of its own, and named by the registry. */
  | { kind: 'remote'; from: string; name: RemoteName };

const remote = (name: RemoteName, from = `${name}/dist`): Output => ({ kind: 'remote', from, name });

// The biggest first: two are built at a time.
export const apps: readonly App[] = [
  { name: 'shell', outputs: [{ kind: 'site', from: 'shell/dist', to: 'dist/shell' }] },
  ...remoteNames.map((name): App => ({
    name,
    outputs:
      name === 'remote-customer'
        ? [remote(name, `${name}/dist/remote`), { kind: 'site', from: `${name}/dist/site`, to: 'dist/site' }]
        : [remote(name)],
  })),
];
