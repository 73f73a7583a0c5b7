/** The build replaces private files of MUI's buttons by nothing (webpack/slimMui.js): these fail when an update changes them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Nothing from './Nothing.tsx';
import tokens from './tokens.json';

const source = (file: string) =>
  readFileSync(path.join(import.meta.dirname, '../../../node_modules/@mui/material', file), 'utf8');

test('nothing is drawn in their place', () => {
  expect(Nothing()).toBeNull();
});

test('the ripple is a component of its own, which the theme switches off', () => {
  expect(source('ButtonBase/ButtonBase.mjs')).toContain('import TouchRipple from "./TouchRipple.mjs";');
  expect(JSON.stringify(tokens)).toContain('"disableRipple":true');
});

test.each(['Button', 'IconButton'])(
  '%s takes the ring of `loading` from a file of its own, and nothing else of it',
  (name) => {
    const imports = source(`${name}/${name}.mjs`).match(/^import .*CircularProgress.*$/gm);
    expect(imports).toEqual(['import CircularProgress from "../CircularProgress/index.mjs";']);
  },
);
