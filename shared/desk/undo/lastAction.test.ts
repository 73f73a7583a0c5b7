import { tokenOf } from '../../testing/fakeApi.ts';
import {
  findBroughtBack,
  ordersCameBack,
  putBack,
  rememberAction,
  takeLastAction,
  useLastAction,
} from './lastAction.ts';
import { signedIn, signOut } from '../session/session.ts';

const max = tokenOf({ id: 2, name: 'Max Manager', type: 'Manager' });
const tia = tokenOf({ id: 3, name: 'Tia Team', type: 'Team' });

beforeEach(() => {
  signOut();
  signedIn(max);
});

test('the last action is the newest, can be taken once, and outlives a reload of the tab', () => {
  rememberAction('a');
  rememberAction('b', '3 deleted');
  expect(JSON.parse(sessionStorage.getItem('last-action')!).state.last.actionId).toBe('b');
  expect(takeLastAction()).toMatchObject({ actionId: 'b', words: '3 deleted' });
  expect(takeLastAction()).toBeNull();
});

test('it is forgotten at sign-out, and when another member signs in', () => {
  rememberAction('a');
  signOut();
  expect(useLastAction.getState().last).toBeNull();
  signedIn(max);
  rememberAction('b');
  signedIn(tia);
  expect(takeLastAction()).toBeNull();
});

test('put back, it does not take the place of what was done meanwhile', () => {
  rememberAction('a');
  const first = takeLastAction()!;
  putBack(first);
  expect(takeLastAction()?.actionId).toBe('a');
  rememberAction('b');
  putBack(first);
  expect(takeLastAction()?.actionId).toBe('b');
});

test('an action of nobody is not kept', () => {
  signOut();
  rememberAction('a');
  expect(useLastAction.getState().last).toBeNull();
});

test('the first row that came back is found once, and not by a list that is opened later', () => {
  ordersCameBack(['100003', '100001']);
  expect(findBroughtBack(['100009'])).toBeNull();
  expect(findBroughtBack(['100002', '100001', '100003'])).toBe('100001');
  expect(findBroughtBack(['100002', '100001', '100003'])).toBeNull();
  ordersCameBack(['100001']);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 6_000);
  expect(findBroughtBack(['100001'])).toBeNull();
  jest.restoreAllMocks();
});
