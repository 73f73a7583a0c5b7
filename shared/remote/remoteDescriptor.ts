/**
 * What a remote says of itself, in its `src/descriptor.ts`: where its screens are, who may open them, how the menu names
 * them, and what is missing while it is away. Its build writes it into its manifest as JSON, the registry carries it, and
 * the shell knows nothing else of a remote (docs/adding-a-remote.md).
 *
 * A remote may be newer than the shell: fields that are not known here pass, and so do names of rights, icons and counts.
 * The compiler holds the remote to the names that there are.
 */
import * as v from 'valibot';
import type { CountKey } from '../rules/folders.ts';
import type { Action } from '../rules/permissions.ts';
import type { MenuIconName } from './menuIcons.ts';

const words = v.pipe(v.string(), v.nonEmpty());
const nameOf = <Known extends string>() => v.custom<Known>((name) => typeof name === 'string' && name !== '');
const version = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/, 'A version has three numbers'));

const menuEntry = v.object({
  /** The group's title. One that the shell does not know comes last. */
  group: words,
  text: words,
  icon: nameOf<MenuIconName>(),
  /** Which of the folder counts stands beside the text. */
  count: v.optional(nameOf<CountKey>()),
  /** Its count is coloured while it is not 0. */
  urgent: v.optional(v.boolean()),
});

/** Where a part of a call comes from. */
const source = v.union([
  /** The same each time. */
  v.object({ is: v.union([v.string(), v.number()]) }),
  /** A parameter of the address's query; `otherwise` where it has none. */
  v.object({ query: v.string(), otherwise: v.union([v.string(), v.number()]) }),
  /** A parameter of the route that holds an order's code (rules 19.6): the order's id. */
  v.object({ orderOf: v.string() }),
  /** Whoever is signed in. */
  v.object({ member: v.literal('name') }),
]);

/** A GET of the contract: `:name` parts of its path and the query, each with where it comes from. */
const firstCall = v.object({
  path: v.pipe(v.string(), v.startsWith('/')),
  input: v.record(v.string(), source),
});

const route = v.object({
  /** A pattern from the root: below `/admin/` for the staff, anywhere else for the public. */
  path: v.pipe(v.string(), v.startsWith('/')),
  /** What a person calls the screen. The shell says it while the screen is on its way. */
  title: words,
  /** The right that opens it, and shows its entry in the menu. */
  needs: v.optional(nameOf<Action>()),
  menu: v.optional(menuEntry),
  /** What its screen asks the API first. It is asked while the screen's code is on its way. */
  firstCall: v.optional(firstCall),
  /** People come to it from another screen: its code is read ahead, once that one stands and there is nothing else to do. */
  readAhead: v.optional(v.boolean()),
});

export const remoteDescriptor = v.pipe(
  v.object({
    area: v.picklist(['staff', 'public']),
    /** What it was built for. The shell refuses another contract, and another first number of `desk`. */
    builtFor: v.object({ contract: v.number(), desk: version, kit: version }),
    routes: v.pipe(v.array(route), v.minLength(1)),
    /** The wall's words: "Order lists are unavailable right now … Everything else works: settings are not affected". */
    away: v.object({ missing: words, unaffected: words }),
  }),
  v.check(
    ({ area, routes }) => routes.every(({ path }) => path.startsWith('/admin/') === (area === 'staff')),
    'The staff’s routes begin with /admin/, no others do',
  ),
  v.check(
    ({ area, routes }) => routes.every(({ needs }) => (needs !== undefined) === (area === 'staff')),
    'A route of the staff names the right that opens it, a public one has none',
  ),
  v.check(
    ({ area, routes }) => routes.every(({ path, menu }) => !menu || (area === 'staff' && !/[:*]/.test(path))),
    'The menu is the staff’s, and leads to addresses without a parameter',
  ),
);

export type RemoteDescriptor = v.InferOutput<typeof remoteDescriptor>;

export type Area = RemoteDescriptor['area'];

export type DescribedRoute = RemoteDescriptor['routes'][number];

/** A screen's first call (`firstInput`). */
export type FirstCall = v.InferOutput<typeof firstCall>;

/** Checks what a remote says of itself. Throws with all faults, a line each. */
export function readDescriptor(descriptor: unknown): RemoteDescriptor {
  const read = v.safeParse(remoteDescriptor, descriptor);
  if (read.success) return read.output;
  throw new Error(read.issues.map((issue) => `${v.getDotPath(issue) ?? 'descriptor'}: ${issue.message}`).join('\n'));
}
