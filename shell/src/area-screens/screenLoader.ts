import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router-dom';
import { askEarly } from 'shared/api/earlyAnswers';
import { knownAnswer, useSession } from 'shared/desk';
import { firstCallAddress } from 'shared/remote/firstCall';
import type { Area } from 'shared/remote/remoteDescriptor';
import { may } from 'shared/rules/permissions';
import { loadRegistry, useRemotes } from '../registry.ts';
import type { RemoteVisit } from '../remote-wall/RemoteArea.tsx';
import { screensOf } from '../remote-wall/remoteScreens.tsx';
import { isKept } from './keptScreens.ts';
import { ownerOf, type Owner } from './ownerOf.ts';
import { keptScreen } from './useKeptScreens.ts';

/** What stands at an address: a remote's screen, one that this member may not open (`null`), or nothing that anybody knows of. */
export type AreaScreen = { owner: Owner; visit: RemoteVisit | null } | { owner: null; isRegistryAway: boolean };

/** Wrapped, since a promise of a promise is none. */
export interface AreaFound {
  found: AreaScreen | Promise<AreaScreen>;
}

/** Milliseconds in which the next screen is awaited with the last one still standing. */
const standsStill = 300;

/** Milliseconds that a screen which is there waits for its first answer. */
const drawnOnce = 50;

/**
 * Finds whose an address is and loads its screen, so that the router waits for it and nothing is shown that would be taken
 * back at once; what takes longer than that is given as a promise. Its first call is made beside that. Never rejects: what
 * failed is told by the screen's wall.
 */
export function screenLoader(area: Area) {
  return ({ request, params }: LoaderFunctionArgs): Promise<AreaFound> =>
    unlessLong(findScreen(area, new URL(request.url), `/${params['*'] ?? ''}`));
}

/** Another page of a list is the same screen; the same address once more is a try. */
export const asksForScreen = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search;

async function findScreen(area: Area, { pathname, search, searchParams }: URL, place: string): Promise<AreaScreen> {
  const owner = await findOwner(area, pathname);
  if (!owner) return { owner, isRegistryAway: useRemotes.getState().from === 'memory' };
  const { name, route, params } = owner;
  const { role, user, accessToken } = useSession.getState();
  if (route.needs && !may(role, route.needs)) return { owner, visit: null };
  const asked = { params, search: searchParams, memberName: user?.name };
  // What is kept has its answer, and looks by itself whether there is a newer one.
  const isThere = isKept(keptScreen(), { owner, address: pathname + search, memberId: user?.id ?? null });
  const call = route.firstCall && !isThere && firstCallAddress(route.firstCall, asked);
  const answer = call ? (knownAnswer(call) ?? askEarly(call, accessToken)) : undefined;
  try {
    const { Screens } = await screensOf(name, place);
    // So that the screen is drawn once, with what it shows; one that is slow is awaited on the screen itself.
    if (answer) await Promise.race([answer, new Promise((due) => setTimeout(due, drawnOnce))]);
    return { owner, visit: { Screens } };
  } catch (error) {
    return { owner, visit: { error } };
  }
}

/** Waits for the registry only where what is known from the last visit does not tell. */
async function findOwner(area: Area, pathname: string): Promise<Owner | null> {
  const { remotes, from } = useRemotes.getState();
  const known = ownerOf(remotes, area, pathname);
  return known || from !== 'asking' ? known : ownerOf(await loadRegistry(), area, pathname);
}

/** What is found or, once that takes long, the promise of it. */
async function unlessLong(found: Promise<AreaScreen>): Promise<AreaFound> {
  const long = Promise.withResolvers<void>();
  const timer = setTimeout(long.resolve, standsStill);
  const soon = await Promise.race([found, long.promise]);
  clearTimeout(timer);
  return { found: soon ?? found };
}
