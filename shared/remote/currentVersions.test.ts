import { checkBuiltFor, currentVersions } from './currentVersions.ts';
import { IncompatibleRemote } from './remoteContract.ts';

const major = (version: string) => Number(version.split('.')[0]);

test('a remote built for the running versions passes', () => {
  expect(() => checkBuiltFor('remote-calls', currentVersions)).not.toThrow();
});

test.each(['desk', 'kit'] as const)(
  'a remote that was built for an earlier %s of the same major version passes',
  (part) => {
    const running = { [part]: `${major(currentVersions[part])}.99.0` };
    expect(() => checkBuiltFor('remote-calls', currentVersions, running)).not.toThrow();
  },
);

test.each([
  ['another contract', { contract: currentVersions.contract + 1 }],
  ['another major version of desk', { desk: `${major(currentVersions.desk) + 1}.0.0` }],
  ['another major version of kit', { kit: `${major(currentVersions.kit) + 1}.0.0` }],
  ['a desk many major versions later', { desk: `${major(currentVersions.desk)}0.0.0` }],
  ['a later minor version of desk', { desk: `${major(currentVersions.desk)}.99.0` }],
])('a remote built for %s is refused', (_what, other) => {
  expect(() => checkBuiltFor('remote-calls', { ...currentVersions, ...other })).toThrow(IncompatibleRemote);
});

test.each([
  ['1.4.0', '1.3.9', true],
  ['1.4.0', '1.4.7', true],
  ['1.4.0', '1.5.0', false],
  ['2.0.0', '1.4.0', false],
  ['1.4.0', '2.0.0', false],
])('with the API %s running, one that was built for %s passes: %s', (running, api, passes) => {
  const check = () => checkBuiltFor('remote-calls', { ...currentVersions, api }, { api: running });
  if (passes) expect(check).not.toThrow();
  else expect(check).toThrow(`remote-calls was built for API ${api}, but the running one is ${running}`);
});
