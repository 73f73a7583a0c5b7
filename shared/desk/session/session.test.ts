import { signedIn, shouldReturnAfterSignIn, signOut, useSession } from './session.ts';

const part = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
const tokenOf = (user: object) => `${part({ alg: 'HS256' })}.${part({ user, sid: 's' })}.x`;

afterEach(signOut);

test('signing in stores {accessToken} under `user`, and reads name and role from the token', () => {
  const token = tokenOf({ id: 3, name: 'Tia Team', type: 'Team' });
  signedIn(token);
  expect(JSON.parse(localStorage.getItem('user')!)).toEqual({ accessToken: token });
  expect(useSession.getState()).toMatchObject({
    isAuth: true,
    role: 'Team',
    user: { name: 'Tia Team' },
    accessToken: token,
  });
});

test('signing out removes the stored user and resets the state', () => {
  signedIn(tokenOf({ id: 3, name: 'Tia Team', type: 'Team' }));
  signOut();
  expect(localStorage.getItem('user')).toBeNull();
  expect(useSession.getState()).toEqual({
    accessToken: null,
    user: null,
    isAuth: false,
    role: null,
    loading: false,
    error: null,
  });
});

test.each(['not a token', tokenOf({ id: 3, name: 'X', type: 'Owner' }), tokenOf({ type: 'Team' })])(
  'a token without a member is not a session (%#)',
  (token) => {
    signedIn(token);
    expect(useSession.getState().isAuth).toBe(false);
  },
);

test('another tab’s sign-out ends the session here too', () => {
  signedIn(tokenOf({ id: 3, name: 'Tia Team', type: 'Team' }));
  localStorage.removeItem('user');
  window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  expect(useSession.getState().isAuth).toBe(false);
});

test('the next sign-in returns to the last page after an expiry, but not after Logout', () => {
  const token = tokenOf({ id: 3, name: 'Tia Team', type: 'Team' });
  for (const [ended, shouldReturn] of [
    [{ byLogout: true }, false],
    [{ shouldReturn: false }, false],
    [{}, true],
  ] as const) {
    signedIn(token);
    signOut(ended);
    expect(shouldReturnAfterSignIn()).toBe(shouldReturn);
  }
  signOut({ byLogout: true });
  signedIn(token);
  expect(shouldReturnAfterSignIn()).toBe(true);
});
