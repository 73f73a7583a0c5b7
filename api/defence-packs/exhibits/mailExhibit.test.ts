import { outboxReason } from 'shared/rules/outbox';
import { octoberOf, packSourcesOf, factOf, type RecordedFact } from '../../testing/packSourcesOf.ts';
import { mailExhibit } from './mailExhibit.ts';

const { queued, sent, event } = factOf;
const ended = (state: 'failed' | 'unknown' | 'cancelled', facts: object = {}): RecordedFact => ({
  ...{ at: '02 06:41:09', kind: 'mailEnded' },
  facts: {
    mailId: 7,
    template: 'approval',
    recipient: 'oyelaran@example.com',
    provider: 'AWS',
    state,
    attempt: 1,
    ...facts,
  },
});

function exhibitOf(happened: readonly RecordedFact[], order = {}, room = 1) {
  const { blocks } = mailExhibit(packSourcesOf(1, happened, { order }), (max) => Math.floor(max * room));
  const facts = Object.fromEntries(blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : [])));
  const rows = blocks.flatMap((block) => (block.kind === 'table' ? block.rows.map(([, what]) => what) : []));
  const said = blocks.flatMap((block) => (block.kind === 'said' ? [block.said] : []));
  return { facts, rows, said };
}

test.each([
  ['failed', [queued(), ended('failed')]],
  ['is in the outbox', [queued(), sent('02 06:41:09', { reason: outboxReason })]],
])('an email that %s was sent to nobody', (_what, happened) => {
  expect(exhibitOf(happened).facts).toMatchObject({ 'Emails went to': 'nobody yet', Compared: 'Nothing to compare' });
});

test('an address in different case is the same, as on page 1', () => {
  expect(exhibitOf([sent()], { email: 'Oyelaran@Example.com' }).facts.Compared).toBe(
    'Match: all emails went to an address that the customer gave',
  );
  expect(exhibitOf([sent()], { email: 'else@example.com' }).facts.Compared).toBe(
    'Mismatch: at least one email went to another address',
  );
});

test('opens are counted exactly below the daily maximum; at the maximum there may have been more', () => {
  const openedTimes = (times: number) =>
    exhibitOf([sent(), ...Array.from({ length: times }, (_, n) => event('opened', `03 00:00:0${n}`))]);
  const [few, many] = [openedTimes(9), openedTimes(10)];
  expect(few.rows).toContain('Opened (indicative), 9 times');
  expect(few.said.at(-1)).not.toContain('are kept');
  expect(many.rows).toContain('Opened (indicative), at least 10 times');
  expect(many.said.at(-1)).toContain('At most 10 opens per email and day are kept.');
});

test('all other reports are listed, however often the email was opened', () => {
  const opened = Array.from({ length: 20 }, (_, n) => event('opened', `03 00:00:${String(n).padStart(2, '0')}`));
  const { rows } = exhibitOf([queued(), sent(), event('delivered'), ...opened, event('complained', '04 00:00:00')]);
  expect(rows.slice(-3)).toEqual([
    'Delivered: the recipient’s mail server accepted it',
    'Opened (indicative), at least 20 times',
    'Reported as spam by its recipient',
  ]);
});

test('a report that came over an hour later says so, in full and by day', () => {
  const reported = (at: string) => [sent(), event('delivered', at, { happenedAt: octoberOf('02 06:41:12') })];
  expect(exhibitOf(reported('02 07:41:12')).rows.at(-1)).toBe('Delivered: the recipient’s mail server accepted it');
  expect(exhibitOf(reported('02 07:41:13')).rows.at(-1)).toBe(
    'Delivered: the recipient’s mail server accepted it, reported on 02 Oct 2026 07:41 UTC',
  );
  const many = [...reported('21 00:00:00'), ...[8, 9, 10].map((mailId) => sent('02 06:41:09', { mailId }))];
  expect(exhibitOf(many, {}, 0.1).rows[0]).toContain('1 delivered (1 of them reported over an hour later)');
});

test.each([
  ['a member after a bounce', { by: 'Tia Team' }, 'bounced', 'Mailbox full', 'Tia Team', 'bounced (Mailbox full)'],
  ['a member after a delivery', { by: 'Max Manager' }, 'delivered', undefined, 'Max Manager', 'delivered'],
  ['the product after a failure', { by: undefined }, 'failed', 'Refused', 'Arrival Desk itself', 'failed (Refused)'],
])('an email resent by %s says who requested it and why', (_what, who, state, reason, by, was) => {
  const previous = { mailId: 6, recipient: 'else@example.com', state, ...(reason && { reason }) };
  const { rows } = exhibitOf([queued('03 00:00:00', { ...who, previous }), sent('03 00:00:05')]);
  expect(rows[0]).toBe(`Requested by ${by}: resent after the previous one to else@example.com was recorded as ${was}`);
  expect(exhibitOf([queued('03 00:00:00', who), sent()]).rows[0]).toBe(`Requested by ${by}`);
});

test('a cancelled email is omitted, which is stated; the next one is not a resend', () => {
  const previous = { mailId: 7, recipient: 'else@example.com', state: 'cancelled' };
  const next = [queued('03 00:00:00', { mailId: 8, by: 'Tia Team', previous }), sent('03 00:00:05', { mailId: 8 })];
  const { rows, said } = exhibitOf([queued(), ended('cancelled'), ...next]);
  expect(rows[0]).toBe('Requested by Tia Team');
  expect(rows).toHaveLength(2);
  expect(said.at(-1)).toBe('1 email that was cancelled before sending is omitted.');
});

test('a mail with an unknown result is not called unsent, and one that was sent after all is only called sent', () => {
  const mails = [
    ...Array.from({ length: 4 }, (_, mailId) => ended('unknown', { mailId })),
    ended('failed', { mailId: 4 }),
    sent('02 06:42:00', { mailId: 3 }),
  ];
  expect(exhibitOf(mails, {}, 0.1).rows[0]).toBe(
    '5 emails to oyelaran@example.com: 1 accepted, 1 not sent, 3 with an unknown outcome',
  );
  expect(exhibitOf(mails).rows.filter((row) => row?.startsWith('Not known whether'))).toHaveLength(3);
});
