import type { RemoteVisit } from '../remote-wall/RemoteArea.tsx';
import type { Owner } from './ownerOf.ts';

/** A remote's screen that stands at an address. */
export interface StandingScreen {
  owner: Owner;
  visit: RemoteVisit;
  /** Path and query. */
  address: string;
  /** Whose it is: it shows what that member may know. */
  memberId: number | null;
}

/** The same, as one thing with its state for as long as it has its `id`. */
export interface PlacedScreen extends StandingScreen {
  id: number;
}

export interface Screens {
  /** What is seen. */
  shown: PlacedScreen | null;
  /** What was left for it, and is come back to. */
  kept: PlacedScreen | null;
}

export const noScreens: Screens = { shown: null, kept: null };

let ids = 0;

/**
 * What stands once one has come to a screen, or to a page that is no remote's (null). Of the screens that were left, the
 * last of those that say so is kept; it is the same again for the same member who comes back to its very address. Each
 * remote has one screen at a time: its own routes are its own matter. What somebody else left in it, such as a text that is
 * not sent yet, is not for the member who comes next: for them it begins anew.
 */
export function arrivedAt({ shown, kept }: Screens, { memberId, next }: Arrival): Screens {
  const isSameRemote = next !== null && shown?.owner.name === next.owner.name && shown.memberId === memberId;
  const left = shown && !isSameRemote && shown.owner.route.kept && 'Screens' in shown.visit ? shown : kept;
  const mayKeep = left?.memberId === memberId && left.owner.name !== next?.owner.name;
  return {
    shown: next && { ...next, memberId, id: idOf(next) },
    kept: mayKeep ? left : null,
  };

  function idOf({ comesBack, ...screen }: Coming) {
    if (isSameRemote) return shown!.id;
    return comesBack && isKept(left, { ...screen, memberId }) ? left!.id : (ids += 1);
  }
}

interface Arrival {
  memberId: number | null;
  next: Coming | null;
}
type Coming = Omit<StandingScreen, 'memberId'> & { comesBack: boolean };

/** Whether that very screen is kept. */
export const isKept = (kept: PlacedScreen | null, { owner, address, memberId }: Omit<StandingScreen, 'visit'>) =>
  kept !== null && kept.owner.name === owner.name && kept.address === address && kept.memberId === memberId;
