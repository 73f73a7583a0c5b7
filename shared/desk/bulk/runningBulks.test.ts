import { bulkJobOf } from '../../testing/bulkJobOf.ts';
import { tokenOf } from '../../testing/fakeApi.ts';
import { bulkMovedOn, bulkStarted, forgetBulk, runningBulks, useRunningBulks } from './runningBulks.ts';
import { signedIn, signOut } from '../session/session.ts';

const max = tokenOf({ id: 2, name: 'Max Manager', type: 'Manager' });
const tia = tokenOf({ id: 3, name: 'Tia Team', type: 'Team' });
const started = { jobId: 'j', action: 'assign', total: 248 } as const;
const job = bulkJobOf({ jobId: 'j', total: 250, finished: 96 });
const kept = () => JSON.parse(sessionStorage.getItem('running-bulks')!).state.byFolder as object;

beforeEach(() => {
  useRunningBulks.setState({ byFolder: {} });
  signedIn(max);
});

test('what runs outlives a reload of the tab, what has ended does not', () => {
  bulkStarted('newOrder', started);
  bulkMovedOn('newOrder', job);
  expect(kept()).toMatchObject({ newOrder: { jobId: 'j', memberId: 2, job: { finished: 96 } } });
  bulkMovedOn('newOrder', { ...job, state: 'done' });
  expect(kept()).toEqual({});
  expect(runningBulks()).toEqual([]);
  // Its screen has yet to show what was not done.
  expect(useRunningBulks.getState().byFolder.newOrder?.job?.state).toBe('done');
});

test('each folder has its own, and a late word of another changes nothing', () => {
  bulkStarted('newOrder', started);
  bulkStarted('priorityOrder', { ...started, jobId: 'k' });
  bulkMovedOn('newOrder', { ...job, jobId: 'k' });
  forgetBulk('newOrder', 'k');
  expect(runningBulks().map(([folder, bulk]) => [folder, bulk.jobId, bulk.job])).toEqual([
    ['newOrder', 'j', null],
    ['priorityOrder', 'k', null],
  ]);
  forgetBulk('newOrder', 'j');
  expect(runningBulks().map(([folder]) => folder)).toEqual(['priorityOrder']);
});

test('a dead session’s runs wait for the same member, and are gone for another', () => {
  bulkStarted('newOrder', started);
  signOut();
  expect(runningBulks()).toEqual([]);
  signedIn(max);
  expect(runningBulks()).toHaveLength(1);
  signOut();
  signedIn(tia);
  expect(useRunningBulks.getState().byFolder).toEqual({});
});

test('Logout forgets them: nothing of them stays in the tab', () => {
  bulkStarted('newOrder', started);
  signOut({ byLogout: true });
  expect(kept()).toEqual({});
  signedIn(max);
  expect(runningBulks()).toEqual([]);
});

test('nobody starts nothing', () => {
  signOut();
  bulkStarted('newOrder', started);
  expect(useRunningBulks.getState().byFolder).toEqual({});
});
