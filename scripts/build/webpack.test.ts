import { createRequire } from 'node:module';
import { deskVersion } from 'shared/desk/version';

const require = createRequire(import.meta.url);
const { app } = require('../../webpack/app.js');
const { sharedModules } = require('../../webpack/sharedModules.js');
const uniqueName = (about: object, version: string): string => app(about)({ version }).output.uniqueName;

test('versions of a remote share no chunks, so a replacement for a broken one runs its own code', () => {
  const remote = { name: 'remote-orders', exposes: './src/exposed.tsx' };
  expect(uniqueName(remote, 'f00dcafe')).toBe('remote-orders-f00dcafe');
  expect(uniqueName(remote, 'cafef00d')).toBe('remote-orders-cafef00d');
});

test('chunks of an app that is alone on its page have the same names in each version', () => {
  expect(uniqueName({ name: 'shell', page: './src/start.ts' }, 'f00dcafe')).toBe('shell');
});

test('a remote runs with a shell that has an earlier version of a package, but not of desk', () => {
  const { react, 'shared/desk': desk } = sharedModules({ isHost: false });
  expect(react.requiredVersion).toBe(`^${react.version.split('.')[0]}.0.0`);
  expect(desk.requiredVersion).toBe(`^${deskVersion}`);
});
