import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allCalls } from './allCalls.ts';
import type { Call } from './call.ts';

const page = readFileSync(path.resolve(__dirname, '../../docs/rules/21-calls.md'), 'utf8');

/** The permission that `21-calls.md` documents for each call: `PUT /admin/restore-order` → "`order.restore`". */
const toldRights = new Map(
  [...page.matchAll(/^\| `((?:GET|POST|PUT|DELETE) [^`]+)` *\| (.*?) *\|/gm)].map(([, call, right]) => [call!, right!]),
);

const audiences: Readonly<Record<string, string>> = {
  anyone: 'anybody',
  customer: 'the order’s token',
  intake: 'the intake’s key',
};

test.each(Object.entries<Call>(allCalls))(
  'the calls page of the rules lists %s with its permission',
  (_name, { method, path, needs }) => {
    const told = toldRights.get(`${method} ${path.replace(/:(\w+)/g, '{$1}')}`)?.replaceAll("'", '’');
    expect(told ?? 'no row').toContain(audiences[needs] ?? `\`${needs}\``);
  },
);
