/** What the forms' resolver takes of valibot has to be among what shell and remotes share; lint does not look into it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { passedOn } from '../../../webpack/passedOn.mjs';

const root = path.join(import.meta.dirname, '../../..');

test('each name that the resolver imports is shared', () => {
  const resolver = readFileSync(path.join(root, 'node_modules/@hookform/resolvers/valibot/dist/valibot.mjs'), 'utf8');
  const [, imports] = /import\{([^}]+)\}from"valibot"/.exec(resolver) ?? [];
  const names = imports!.split(',').map((name) => name.split(' as ')[0]!.trim());
  expect(names).not.toHaveLength(0);
  expect(passedOn(path.join(root, 'webpack/valibot.mjs'))).toEqual(expect.arrayContaining(names));
});
