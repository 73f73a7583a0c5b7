/** `npm run tokens -w shared` writes tokens.css from tokens.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { tokensCss } from './tokensCss.ts';

const here = (name: string) => new URL(name, import.meta.url);

writeFileSync(here('tokens.css'), tokensCss(JSON.parse(readFileSync(here('tokens.json'), 'utf8'))));
