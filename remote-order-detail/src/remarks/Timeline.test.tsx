import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { timelineCalls, type TimelineEntry } from 'shared/api/timelineCalls';
import { outboxReason } from 'shared/rules/outbox';
import { CommentHistory } from '../remarks/CommentHistory.tsx';
import { fakeDesk } from '../testing/fakeDesk.tsx';
import { timelineText } from './Timeline.tsx';

const at = '2026-11-21T10:19:02.000Z';
const moved: TimelineEntry = { at, by: 'Tia Team', kind: 'move', from: 'New', to: 'Awaiting' };
const received: TimelineEntry = { at, by: null, kind: 'received', from: null, to: null };

async function openTimeline(desk = fakeDesk()) {
  render(<CommentHistory orderId={desk.order.order_id} remarks={[]} />);
  expect(desk.to(timelineCalls.timeline)).toHaveLength(0);
  await userEvent.click(screen.getByRole('radio', { name: 'Timeline' }));
}

test('next to the comments is the timeline, with what happened, who did it and when', async () => {
  const desk = fakeDesk();
  desk.on(timelineCalls.timeline, () => ({ data: [moved, received], more: false }));
  await openTimeline(desk);
  const steps = await screen.findAllByRole('listitem');
  expect(within(steps[0]!).getByText('Moved from New to Awaiting Customer')).toBeVisible();
  expect(steps[0]).toHaveTextContent('11-21-2026 5:19:02 (EST)');
  expect(steps[0]).toHaveTextContent('Tia Team');
  expect(steps[1]).toHaveTextContent(/Order received$/);
});

test('a long timeline says that it is shortened', async () => {
  const desk = fakeDesk();
  desk.on(timelineCalls.timeline, () => ({ data: [moved], more: true }));
  await openTimeline(desk);
  expect(await screen.findByText('Showing the newest 1 events.')).toBeVisible();
});

test('a timeline that failed to load says so, and Retry loads it', async () => {
  const desk = fakeDesk();
  desk.on(timelineCalls.timeline, () => ({ httpStatus: 500, message: 'Something went wrong' }));
  await openTimeline(desk);
  await screen.findByText('The timeline could not be loaded.');
  desk.on(timelineCalls.timeline, () => ({ data: [moved], more: false }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Moved from New to Awaiting Customer')).toBeVisible();
});

test.each([
  [{ kind: 'bounced', to: 'a@b.test', from: 'No such box' }, 'Email to a@b.test bounced: No such box'],
  [{ kind: 'sent', to: 'a@b.test', from: outboxReason }, 'Email to a@b.test written to the outbox'],
  [{ kind: 'failed', to: 'a@b.test', from: null }, 'Email to a@b.test failed'],
  [{ kind: 'restore', to: 'Refunds', from: 'Deleted' }, 'Restored to Refunds'],
  [{ kind: 'undo', to: 'New', from: 'Completed' }, 'Undid last action: back to New'],
  [{ kind: 'undo', to: 'Tia Team', from: null }, 'Undid last action: assigned to Tia Team again'],
  [{ kind: 'undo', to: null, from: 'Tia Team' }, 'Undid last action: no longer assigned to Tia Team'],
  [
    { kind: 'download', to: 'Safari-iPhone-mobile', from: 'public' },
    'Downloaded by the customer: Safari, iPhone, mobile',
  ],
  [{ kind: 'download', to: 'Chrome--', from: 'staff' }, 'Downloaded on the staff site: Chrome'],
  [{ kind: 'download', to: 'Chrome--', from: null }, 'Downloaded: Chrome'],
  [{ kind: 'pack', to: '1', from: '9f86d0' }, 'Defence Pack 1 created, SHA-256 9f86d0'],
  [{ kind: 'customer', to: 'NZ 104', from: 'public' }, 'The customer wrote: NZ 104'],
  [{ kind: 'customer', to: 'NZ 104', from: 'staff' }, 'Sent from the customer page on the staff site: NZ 104'],
  [{ kind: 'customer', to: 'NZ 104', from: null }, 'Sent from the customer page: NZ 104'],
] as const)('%j is shown as %s', (told, text) => {
  expect(timelineText({ at, by: null, ...told })).toBe(text);
});
