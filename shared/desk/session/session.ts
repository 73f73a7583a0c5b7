/**
 * The session: `localStorage.user` holds `{accessToken}` (rule 3.9), whose payload names the member. A federated
 * singleton.
 */
import { decodeJwt } from 'jose/jwt/decode';
import * as v from 'valibot';
import { create } from 'zustand';
import { sessionUser, type SessionUser } from '../../api/sessionCalls.ts';
import type { Role } from '../../rules/permissions.ts';

const storageKey = 'user';
/** A key that is written and immediately removed, to tell other tabs about a logout. */
const logoutKey = 'logout';
const logoutListeners: (() => void)[] = [];
let returnsAfterSignIn = true;

interface SessionState {
  accessToken: string | null;
  user: SessionUser | null;
  isAuth: boolean;
  role: Role | null;
  loading: boolean;
  /** The server's message after a failed sign-in. */
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

// A sign-in, here or in another tab, restores the default.
useSession.subscribe(({ isAuth }) => {
  if (isAuth) returnsAfterSignIn = true;
});

/** Returns the signed-out state if the token names no member. */
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

export function signingIn() {
  useSession.setState({ loading: true, error: null });
}

/** If the browser cannot store the session, the session ends when the page closes. */
function keep(write: () => void) {
  try {
    write();
  } catch (error) {
    console.warn('The session could not be stored', error);
  }
}

export function signedIn(accessToken: string) {
  keep(() => localStorage.setItem(storageKey, JSON.stringify({ accessToken })));
  useSession.setState(fromToken(accessToken));
}

export function signInFailed(message: string) {
  useSession.setState({ loading: false, error: message });
}

/**
 * Ends the session on this device; a logout also deletes the drafts in every tab. `shouldReturn`: whether the next
 * sign-in returns to this page; by default it does, except after a logout.
 */
export function signOut({ byLogout = false, shouldReturn = undefined as boolean | undefined } = {}) {
  returnsAfterSignIn = shouldReturn ?? !byLogout;
  keep(() => localStorage.removeItem(storageKey));
  useSession.setState(signedOut);
  if (!byLogout) return;
  for (const forget of logoutListeners) forget();
  keep(() => {
    localStorage.setItem(logoutKey, String(Date.now()));
    localStorage.removeItem(logoutKey);
  });
}

export const shouldReturnAfterSignIn = (): boolean => returnsAfterSignIn;

/** Runs `forget` when the member logs out, here or in another tab. */
export function onLogout(forget: () => void) {
  logoutListeners.push(forget);
}

// Another tab signed in or out.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === logoutKey && event.newValue !== null) for (const forget of logoutListeners) forget();
    if (event.key === storageKey || event.key === null) useSession.setState(fromToken(readStoredToken()));
  });
}
