/**
 * Who is signed in: `localStorage.user` holds `{accessToken}` (rules 3.9), whose payload names the member.
 * A federated singleton: shell and remotes share this one store.
 */
import { decodeJwt } from 'jose/jwt/decode';
import * as v from 'valibot';
import { create } from 'zustand';
import { sessionUser, type SessionUser } from '../../api/sessionCalls.ts';
import type { Role } from '../../rules/permissions.ts';

const storageKey = 'user';
/** Written and taken away at once: the other tabs hear of it, and nothing stays. */
const logoutKey = 'logout';
const forgetters: (() => void)[] = [];
let comesBack = true;

interface SessionState {
  /** The token, or null without a session. */
  accessToken: string | null;
  user: SessionUser | null;
  isAuth: boolean;
  role: Role | null;
  loading: boolean;
  /** The server's message of a failed sign-in. */
  error: string | null;
}

const storedUser = v.object({ accessToken: v.string() });
const payload = v.object({ user: sessionUser });

const signedOut: SessionState = {
  accessToken: null,
  user: null,
  isAuth: false,
  role: null,
  loading: false,
  error: null,
};

export const useSession = create<SessionState>(() => fromToken(readStoredToken()));

// However it begins, in whichever tab.
useSession.subscribe(({ isAuth }) => {
  if (isAuth) comesBack = true;
});

/** Parses what the browser holds; anything that is not a token with a member in it is no session. */
function fromToken(accessToken: string | null): SessionState {
  if (!accessToken) return signedOut;
  try {
    const { user } = v.parse(payload, decodeJwt(accessToken));
    return { ...signedOut, accessToken, user, isAuth: true, role: user.type };
  } catch {
    return signedOut;
  }
}

function readStoredToken(): string | null {
  try {
    return v.parse(storedUser, JSON.parse(localStorage.getItem(storageKey) ?? 'null')).accessToken;
  } catch {
    return null;
  }
}

/** A sign-in attempt has started. */
export function signingIn() {
  useSession.setState({ loading: true, error: null });
}

/** A browser may have no room left, or keep nothing at all: then the session lasts as long as this page. */
function keep(write: () => void) {
  try {
    write();
  } catch (error) {
    console.warn('The session is not stored', error);
  }
}

/** Stores the token and becomes its member. */
export function signedIn(accessToken: string) {
  keep(() => localStorage.setItem(storageKey, JSON.stringify({ accessToken })));
  useSession.setState(fromToken(accessToken));
}

export function signInFailed(message: string) {
  useSession.setState({ loading: false, error: message });
}

/**
 * Ends the session on this device. A dead one may come back to what its member left here; with Logout that goes as well, in
 * every tab. `leadsBack` says whether the sign-in leads back to the page that is left now; by itself, unless it was by Logout.
 */
export function signOut({ byLogout = false, leadsBack = undefined as boolean | undefined } = {}) {
  comesBack = leadsBack ?? !byLogout;
  keep(() => localStorage.removeItem(storageKey));
  useSession.setState(signedOut);
  if (!byLogout) return;
  for (const forget of forgetters) forget();
  keep(() => {
    localStorage.setItem(logoutKey, String(Date.now()));
    localStorage.removeItem(logoutKey);
  });
}

/** Whether the next sign-in leads back to the page that was left: as the last `signOut` said. */
export const signInLeadsBack = (): boolean => comesBack;

/** What a member leaves on this device: `forget` runs once they log out, here or in another tab. */
export function atLogout(forget: () => void) {
  forgetters.push(forget);
}

// Another tab signed in or out: this one must not go on as somebody else.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === logoutKey && event.newValue !== null) for (const forget of forgetters) forget();
    if (event.key === storageKey || event.key === null) useSession.setState(fromToken(readStoredToken()));
  });
}
