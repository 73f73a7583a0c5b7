import { checkBuiltFor } from './checkBuiltFor.ts';
import { currentVersions } from './currentVersions.ts';
import { IncompatibleRemote } from './remoteContract.ts';

const major = (version: string) => Number(version.split('.')[0]);

test('a remote that was built for this house passes', () => {
  expect(() => checkBuiltFor('remote-calls', currentVersions)).not.toThrow();
});

test('so does one that was built for an earlier or later desk of the same major version', () => {
  const desk = `${major(currentVersions.desk)}.99.0`;
  expect(() => checkBuiltFor('remote-calls', { ...currentVersions, desk })).not.toThrow();
});

test('one that was built for another kit brings its own', () => {
  const kit = `${major(currentVersions.kit) + 1}.0.0`;
  expect(() => checkBuiltFor('remote-calls', { ...currentVersions, kit })).not.toThrow();
});

test.each([
  ['contract', { contract: currentVersions.contract + 1 }],
  ['desk', { desk: `${major(currentVersions.desk) + 1}.0.0` }],
  ['desk of ten versions on', { desk: `${major(currentVersions.desk)}0.0.0` }],
])('one that was built for another %s is refused', (_what, other) => {
  expect(() => checkBuiltFor('remote-calls', { ...currentVersions, ...other })).toThrow(IncompatibleRemote);
});
