import type { LedgerEntry } from '../../ledger/LedgerEntry.ts';
import { packSourcesOf, octoberOf, ordinaryFacts, factOf, type RecordedFact } from '../../testing/packSourcesOf.ts';
import { findingsIn, packRecords } from '../packRecords.ts';
import { mailExhibit } from './mailExhibit.ts';
import { contactsExhibit, orderExhibit } from './orderExhibit.ts';

function saidOf(sources: ReturnType<typeof packSourcesOf>) {
  const { blocks } = orderExhibit(sources, findingsIn(sources));
  return blocks.flatMap((block) => (block.kind === 'said' ? [block.said] : [])).join('\n');
}

test('a history recorded in time needs no remark', () => {
  const said = saidOf(packSourcesOf(1, ordinaryFacts));
  expect(said).toContain('10 entries, verified as intact when the pack was created. Arrival Desk can');
  expect(said).not.toMatch(/began on|recorded after/);
  expect(saidOf(packSourcesOf(1, [factOf.placed()]))).toContain('1 entry, verified as intact');
});

test('facts older than their entry are marked, except those dated by others', () => {
  const happenedAt = octoberOf('01 00:00:00');
  const late = [
    factOf.viewed('05 10:00:00', { happenedAt }),
    factOf.downloaded('05 11:00:00', { happenedAt }),
    factOf.event('delivered', '06 12:00:00', { happenedAt }),
  ];
  expect(saidOf(packSourcesOf(2, [factOf.placed(), ...late]))).toContain(
    '2 entries were recorded after the events they describe, most recently on 05 Oct 2026 11:00:00 UTC.',
  );
});

test('order and payment say when they were recorded, if over a day later', () => {
  const factsOf = (recordedAt: string) => {
    const [happenedAt, paidAt] = [octoberOf('02 03:14:00'), octoberOf('02 03:14:07')];
    const { facts, ...placed } = factOf.placed(recordedAt);
    const sources = packSourcesOf(1, [{ ...placed, facts: { ...facts, happenedAt, paidAt } } as RecordedFact]);
    const { blocks } = orderExhibit(sources, findingsIn(sources));
    const all = Object.fromEntries(blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : [])));
    return [all.Ordered, all.Paid];
  };
  expect(factsOf('03 03:14:00')).toEqual(['02 Oct 2026 03:14:00 UTC', '02 Oct 2026 03:14:07 UTC']);
  expect(factsOf('20 00:00:00')).toEqual([
    '02 Oct 2026 03:14:00 UTC, recorded on 20 Oct 2026 00:00 UTC',
    '02 Oct 2026 03:14:07 UTC, recorded on 20 Oct 2026 00:00 UTC',
  ]);
});

test('the history is called tamper-evident, not impossible to change', () => {
  const said = saidOf(packSourcesOf(1));
  expect(said).toContain(
    'Arrival Desk can only add entries, not change or remove them. A database administrator could,',
  );
  expect(said).toContain('checking the history against this pack (verify-history) reveals any change.');
  expect(said).not.toContain('can be changed');
  expect(
    saidOf(packSourcesOf(1, ordinaryFacts, { fault: { orderId: '100128', seq: 3, what: 'is missing' } })),
  ).toContain('10 entries, not intact: entry 3 is missing. Arrival Desk can only add');
});

test('values that are not from the history are named', () => {
  expect(saidOf(packSourcesOf(1))).toContain(
    'These are current values, not from the history: “Bought”, “Transaction ID”, “Merchant name”, “Traveller”, “Current nationality”, “Passport number” and “Confirmed email”.',
  );
});

test('for an order older than its history, it says when that began', () => {
  const [at, hash] = [octoberOf('10 12:00:00'), 'ab'.repeat(32)];
  const entries = [
    { kind: 'begun', facts: { facts: 1 } },
    { kind: 'viewed', facts: { ...factOf.viewed().facts, happenedAt: octoberOf('03 07:00:00') } },
  ].map((fact) => ({ seq: 1, at, hash, ...fact })) as LedgerEntry[];
  const said = saidOf(packSourcesOf(2, [], { records: packRecords(entries) }));
  expect(said).toContain('The history began on 10 Oct 2026 12:00:00 UTC.');
  expect(said).not.toContain('recorded after');
});

test('mails about messages are listed one by one among the contacts; other mails are not', () => {
  const about = (mailId: number, template: 'question' | 'reply') => ({ mailId, template, subject: null });
  const sources = packSourcesOf(1, [
    ...ordinaryFacts,
    factOf.queued('03 08:00:00', about(8, 'question')),
    factOf.sent('03 08:00:10', about(8, 'question')),
    factOf.queued('03 09:00:00', { ...about(9, 'reply'), previous: { recipient: 'x@example.com', state: 'sent' } }),
    factOf.sent('03 09:00:10', { ...about(9, 'reply'), reason: 'Written to the outbox' }),
    factOf.queued('03 10:00:00', about(10, 'reply')),
  ]);
  const rowLimit = (max: number) => max;
  const rows = contactsExhibit(sources.records, rowLimit)!.blocks.flatMap((block) =>
    block.kind === 'table' ? block.rows : [],
  );
  expect(rows.filter(([, how]) => how === 'Email')).toEqual([
    [
      '03 Oct 2026 08:00:10',
      'Email',
      '“We have a question” (question) to oyelaran@example.com, accepted by Amazon SES',
      'Tia Team',
    ],
    ['03 Oct 2026 09:00:10', 'Email', expect.stringContaining('“New message” (reply)'), 'Tia Team'],
  ]);
  expect(JSON.stringify(mailExhibit(sources, rowLimit))).not.toContain('resent');
});
