import { createRequire } from 'node:module';

const { app } = createRequire(import.meta.url)('../../webpack/app.js');
const uniqueName = (about: object, version: string): string => app(about)({ version }).output.uniqueName;

test('versions of a remote share no chunks: a good one that takes the place of a broken one runs its own code', () => {
  const remote = { name: 'remote-orders', exposes: './src/exposed.tsx' };
  expect(uniqueName(remote, 'f00dcafe')).toBe('remote-orders-f00dcafe');
  expect(uniqueName(remote, 'cafef00d')).toBe('remote-orders-cafef00d');
});

test('the chunks of an app that is alone on its page keep their names from version to version', () => {
  expect(uniqueName({ name: 'shell', page: './src/start.ts' }, 'f00dcafe')).toBe('shell');
});
