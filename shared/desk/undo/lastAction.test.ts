import { tokenOf } from '../../testing/fakeApi.ts';
import {
  findBroughtBack,
  forgetAction,
  forgetActionsOf,
  jobBegan,
  ordersCameBack,
  putBack,
  rememberAction,
  rememberDone,
  takeAction,
  useLastAction,
} from './lastAction.ts';
import { signedIn, signOut } from '../session/session.ts';

const max = tokenOf({ id: 2, name: 'Max Manager', type: 'Manager' });
const tia = tokenOf({ id: 3, name: 'Tia Team', type: 'Team' });

beforeEach(() => {
  signOut();
  signedIn(max);
});

const takeAll = () => {
  const taken: string[] = [];
  for (let action = takeAction(); action && !action.atWork; action = takeAction()) taken.push(action.actionId);
  return taken;
};

test('actions are taken from the newest to the oldest, each once, and outlive a reload of the tab', () => {
  rememberAction('a');
  rememberAction('b', '3 deleted');
  const { state } = JSON.parse(sessionStorage.getItem('last-action')!);
  expect([state.last.actionId, state.earlier[0].actionId]).toEqual(['b', 'a']);
  expect(takeAction()).toMatchObject({ actionId: 'b', words: '3 deleted' });
  expect(takeAction()).toMatchObject({ actionId: 'a', words: null });
  expect(takeAction()).toBeNull();
});

test('no more are kept than the API takes back', () => {
  for (let n = 1; n <= 25; n += 1) rememberAction(String(n));
  expect(takeAll()).toEqual(Array.from({ length: 20 }, (_, index) => String(25 - index)));
});

test('they are forgotten at sign-out, and when another member signs in', () => {
  rememberAction('a');
  rememberAction('b');
  signOut();
  expect(useLastAction.getState()).toMatchObject({ last: null, earlier: [] });
  signedIn(max);
  rememberAction('b');
  signedIn(tia);
  expect(takeAction()).toBeNull();
});

test('put back, one comes to its place among what is left and what was done meanwhile', () => {
  const now = jest.spyOn(Date, 'now');
  const at = (ms: number, actionId: string) => (now.mockReturnValue(ms), rememberAction(actionId));
  at(1, 'a');
  at(2, 'b');
  at(3, 'c');
  const [third, second] = [takeAction()!, takeAction()!];
  at(4, 'd');
  putBack(second);
  putBack(third);
  expect(takeAll()).toEqual(['d', 'c', 'b', 'a']);
  now.mockRestore();
});

test('a job stands in the way of what was done before it until it has ended, and has its place then', () => {
  rememberAction('a');
  jobBegan('job');
  expect(takeAll()).toEqual([]);
  rememberAction('b');
  rememberDone('of the job', { words: '30 deleted', jobId: 'job' });
  expect(takeAll()).toEqual(['b', 'of the job', 'a']);
  rememberAction('a');
  jobBegan('job');
  forgetAction('job');
  expect(takeAll()).toEqual(['a']);
});

test('what was done to an order is forgotten once it cannot be taken back any more', () => {
  rememberDone('a', { orderId: '100471' });
  rememberDone('b', { orderId: '100472' });
  forgetActionsOf('100471');
  expect(takeAll()).toEqual(['b']);
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
