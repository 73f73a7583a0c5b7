/** The build replaces private files of MUI's buttons by nothing (webpack/slimMui.js): these fail when an update changes them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Nothing from './Nothing.tsx';
import tokens from './tokens.json';

const folder = path.join(import.meta.dirname, '../../../node_modules/@mui/material');
const source = (file: string) => readFileSync(path.join(folder, file), 'utf8');

test('nothing is drawn in their place', () => {
  expect(Nothing()).toBeNull();
});

test('the ripple is a component of its own, which the theme switches off', () => {
  expect(source('ButtonBase/ButtonBase.mjs')).toContain('import TouchRipple from "./TouchRipple.mjs";');
  expect(JSON.stringify(tokens)).toContain('"disableRipple":true');
});

/** The buttons, whose `loading` lint forbids (eslint.config.mjs). */
const drawn = ['Button', 'IconButton'];

test('nobody but the buttons takes the ring of `loading`, each from a file of its own', () => {
  const parts = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const takers = parts.flatMap(({ name }) => {
    const file = path.join(folder, name, `${name}.mjs`);
    const imports = existsSync(file) ? readFileSync(file, 'utf8').match(/^import .*\/CircularProgress\b.*$/gm) : null;
    return imports ? [[name, imports]] : [];
  });
  expect(takers).toEqual(
    drawn.map((name) => [name, ['import CircularProgress from "../CircularProgress/index.mjs";']]),
  );
});
