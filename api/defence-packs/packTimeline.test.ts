import { outboxReason } from 'shared/rules/outbox';
import { packSourcesOf, factOf, type RecordedFact } from '../testing/packSourcesOf.ts';
import { packContent } from './packContent.ts';

const { placed, queued, sent, event, downloaded } = factOf;
const ended = (state: 'failed' | 'unknown'): RecordedFact => ({
  ...{ at: '02 06:41:09', kind: 'mailEnded' },
  facts: {
    ...{ mailId: 7, template: 'approval', recipient: 'oyelaran@example.com', provider: 'AWS', state, attempt: 1 },
  },
});
const pageOne = (type: 1 | 2, ...happened: RecordedFact[]) => packContent(packSourcesOf(type, [placed(), ...happened]));

test.each([
  ['was accepted', [queued(), sent()], 'accepted by Amazon SES, to oyelaran@example.com'],
  ['bounced', [queued(), sent(), event('bounced')], 'bounced'],
  ['was not sent', [queued(), ended('failed')], 'to oyelaran@example.com was not sent'],
  [
    'may have been sent',
    [queued(), ended('unknown')],
    'to oyelaran@example.com may have been sent: no response from the provider is recorded',
  ],
  [
    'is in the outbox',
    [queued(), sent('02 06:41:09', { reason: outboxReason })],
    'written to the outbox, to oyelaran@example.com',
  ],
  ['waits', [queued()], 'requested, to oyelaran@example.com'],
])('page 1 of pack 1 lists an email that %s', (_what, happened, what) => {
  const { timelineTitle, timeline } = pageOne(1, ...happened);
  expect(timelineTitle).toBe('Timeline with the email history, all times UTC');
  expect(timeline).toContainEqual(
    expect.objectContaining({ what: `“Your declaration is ready” ${what}`, exhibit: 'B' }),
  );
});

test('page 1 of pack 2 has the download history', () => {
  const { timelineTitle, timeline } = pageOne(2, downloaded());
  expect(timelineTitle).toBe('Timeline with the download history, all times UTC');
  expect(timeline.map(({ what }) => what)).toContainEqual(expect.stringMatching(/^Full document downloaded/));
});
