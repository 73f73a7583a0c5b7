/**
 * A remote describes itself in `src/descriptor.ts` (docs/adding-a-remote.md); its build writes the descriptor into the
 * manifest. Unknown fields, permissions, icons and counts are accepted, because a remote may be newer than the shell.
 */
import * as v from 'valibot';
import type { CountKey, FolderName } from '../rules/folders.ts';
import type { Action } from '../rules/permissions.ts';
import type { menuIcons } from './menuIcons.ts';

const words = v.pipe(v.string(), v.nonEmpty());
const nameFrom = <Known extends string>() => v.custom<Known>((name) => typeof name === 'string' && name !== '');
const version = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/, 'A version has three numbers'));

const menuEntry = v.object({
  /** The group in the menu; unknown groups come last. */
  group: words,
  text: words,
  icon: nameFrom<MenuIconName>(),
  /** The folder count next to the text. */
  count: v.optional(nameFrom<CountKey>()),
  /** Whether a count above 0 is coloured. */
  urgent: v.optional(v.boolean()),
});

/** Where an input value of the first call comes from. */
const source = v.union([
  v.object({ is: v.union([v.string(), v.number()]) }),
  /** A query parameter, or `otherwise`. */
  v.object({ query: v.string(), otherwise: v.union([v.string(), v.number()]) }),
  /** The order id encoded in a route parameter (rule 19.6). */
  v.object({ orderOf: v.string() }),
  /** The signed-in member's name. */
  v.object({ member: v.literal('name') }),
]);

/** A GET call, with a source for each path and query parameter. */
const firstCall = v.object({
  path: v.pipe(v.string(), v.startsWith('/')),
  input: v.record(v.string(), source),
});

const route = v.object({
  /** An absolute pattern: below `/admin/` for staff, elsewhere for the public. */
  path: v.pipe(v.string(), v.startsWith('/')),
  /** The screen's name, shown while it loads. */
  title: words,
  /** The permission to open the route and to see its menu entry. */
  needs: v.optional(nameFrom<Action>()),
  menu: v.optional(menuEntry),
  /** Prefetched while the screen's code loads. */
  firstCall: v.optional(firstCall),
  /** For a screen that is opened from other screens: prefetches its code when the browser is idle. */
  readAhead: v.optional(v.boolean()),
});

export const remoteDescriptor = v.pipe(
  v.object({
    area: v.picklist(['staff', 'public']),
    /** The versions that the remote was built for (`checkBuiltFor`). Old builds have no API version. */
    builtFor: v.object({ contract: v.number(), desk: version, kit: version, api: v.optional(version) }),
    routes: v.pipe(v.array(route), v.minLength(1)),
    /**
     * For the wall: `missing` ('Order lists are') begins "… unavailable right now"; `unaffected` ('settings are not
     * affected') ends "Everything else works: …".
     */
    away: v.object({ missing: words, unaffected: words }),
  }),
  v.check(
    ({ area, routes }) => routes.every(({ path }) => path.startsWith('/admin/') === (area === 'staff')),
    'Staff routes, and no others, begin with /admin/',
  ),
  v.check(
    ({ area, routes }) => routes.every(({ needs }) => (needs !== undefined) === (area === 'staff')),
    'A staff route names the right that opens it; a public route has none',
  ),
  v.check(
    ({ area, routes }) => routes.every(({ path, menu }) => !menu || (area === 'staff' && !/[:*]/.test(path))),
    'Only a staff route without parameters may have a menu entry',
  ),
);

export type RemoteDescriptor = v.InferOutput<typeof remoteDescriptor>;

export type Area = RemoteDescriptor['area'];

export type DescribedRoute = RemoteDescriptor['routes'][number];

export type FirstCall = v.InferOutput<typeof firstCall>;

/** Throws an error that lists every fault, one per line. */
export function readDescriptor(descriptor: unknown): RemoteDescriptor {
  const read = v.safeParse(remoteDescriptor, descriptor);
  if (read.success) return read.output;
  throw new Error(read.issues.map((issue) => `${v.getDotPath(issue) ?? 'descriptor'}: ${issue.message}`).join('\n'));
}

/** The folders' own icons, and some of lucide's. For an unknown name, the shell draws a circle. */
export type MenuIconName = FolderName | keyof typeof menuIcons;
