import { outboxReason } from 'shared/rules/outbox';
import { octoberOf, ordinaryFacts, packSourcesOf, factOf, type RecordedFact } from '../testing/packSourcesOf.ts';
import { packContent } from './packContent.ts';
import { packReadiness } from './readiness.ts';

const summaryOf = (...asked: Parameters<typeof packSourcesOf>) => packContent(packSourcesOf(...asked)).summary;

test('pack 1 states in five sentences order, payment, email, acceptance and no refund request', () => {
  expect(summaryOf(1)).toEqual([
    'The customer ordered a New Zealand travel declaration on 02 Oct 2026 03:14 UTC and gave the email address oyelaran@example.com twice.',
    'NZD 79.00 was paid on 02 Oct 2026 03:14 UTC.',
    'The finished document was emailed to the same address 3 h 27 min after payment.',
    'The customer’s mail server accepted it on 02 Oct 2026 06:41 UTC; the provider’s record is in Exhibit B.',
    'No request for a refund was recorded before the dispute.',
  ]);
});

test('pack 2 states the order and its origin, payment, downloads, and how visits compare', () => {
  expect(summaryOf(2)).toEqual([
    'The customer ordered a New Zealand travel declaration on 02 Oct 2026 03:14 UTC from IP address 203.0.113.24 (Nigeria).',
    'NZD 79.00 was paid on 02 Oct 2026 03:14 UTC.',
    'The customer downloaded the whole document once, on 03 Oct 2026 07:01 UTC; see Exhibit C.',
    'Of 2 recorded visits and downloads, 2 came from the IP address of the order and 2 from the same kind of browser and device.',
    'No request for a refund was recorded before the dispute.',
  ]);
});

type Order = Partial<ReturnType<typeof packSourcesOf>['order']>;
const { placed, document, queued, sent, event, viewed, download, downloaded, call, moved } = factOf;
const undone = (to: string, at: string) => moved(to, at, { what: 'undo', from: undefined });
const refunded = (at: string) => moved('Completed Refunds', at, { what: 'refund', from: 'Refunds' });
const entered = (at: string): RecordedFact => {
  const refund = { amount: '25.00', currency: 'NZD', reason: null, reference: 're_3N' };
  return { at, kind: 'corrected', facts: { changes: { refund: { to: JSON.stringify(refund) } } } };
};
const unsent = [placed(), document()];
const ofStaff = { origin: 'staff' };
const unplaced = { origin: undefined };
const backdated = (at: string) => event('delivered', at, { happenedAt: octoberOf('02 06:41:12') });
const wrote = (at: string, origin: 'public' | 'staff' | null = 'public') =>
  moved('I want my money back', at, {
    what: 'customer',
    field: 'customer_message',
    from: undefined,
    origin: origin ?? undefined,
  });

/** Every wording of each sentence, as case, pack, index of the sentence, text, ledger entries and order. */
const cases: [what: string, 1 | 2, number, string, readonly RecordedFact[], Order?][] = [
  ['no second email', 1, 0, 'and gave the email address oyelaran@example.com.', ordinaryFacts, { confirmEmail: null }],
  ['another second one', 1, 0, 'oyelaran@example.com.', ordinaryFacts, { confirmEmail: 'oyelarna@example.com' }],
  [
    'the same in capitals',
    1,
    0,
    'oyelaran@example.com twice.',
    ordinaryFacts,
    { confirmEmail: ' OYELARAN@example.com' },
  ],
  ['no payment', 1, 1, 'No payment for this order is recorded.', unsent, { paidAt: null }],
  [
    'no amount',
    1,
    1,
    'The order was paid on 02 Oct 2026 03:14 UTC; the amount was not recorded.',
    ordinaryFacts,
    { amount: null },
  ],
  ['no mail', 1, 2, 'No sent email with the finished document is recorded.', unsent],
  [
    'only an invoice',
    1,
    2,
    'No sent email with the finished document is recorded',
    [placed(), sent('03 00:00:00', { template: 'invoice' })],
  ],
  [
    'the outbox',
    1,
    2,
    'was created, but no mail provider was set up',
    [...unsent, sent('02 06:41:09', { reason: outboxReason })],
  ],
  [
    'another address',
    1,
    2,
    'emailed to else@example.com 3 h 27 min',
    [...unsent, sent('02 06:41:09', { recipient: 'else@example.com' })],
  ],
  [
    'the contact address',
    1,
    2,
    'emailed to the customer’s contact address',
    [...unsent, sent('02 06:41:09', { recipient: 'c@example.com' })],
    { contactEmailAddress: 'C@example.com' },
  ],
  [
    'a document that was too large to attach',
    1,
    2,
    'The link to the finished document, which is too large for an email, was emailed to the same address 3 h',
    [placed(), document('02 06:40:52', { size: 8 * 1_048_576 }), queued(), sent()],
  ],
  [
    'a delivery to another address than the customer’s',
    1,
    3,
    'The mail server of else@example.com accepted it on 04 Oct 2026',
    [
      ...unsent,
      sent(),
      event('bounced'),
      sent('04 00:00:00', { mailId: 8, recipient: 'else@example.com' }),
      event('delivered', '04 00:00:05', { mailId: 8, recipient: 'else@example.com' }),
    ],
  ],
  ['a mail before the payment', 1, 2, 'emailed to the same address on 01 Oct 2026 00:00 UTC.', [sent('01 00:00:00')]],
  ['sent twice', 1, 2, 'after payment, and once more since.', [...unsent, sent(), sent('04 00:00:00', { mailId: 8 })]],
  ['no mail, no delivery', 1, 3, 'No delivery can therefore be reported.', unsent],
  ['no report', 1, 3, 'has reported neither a delivery nor a bounce.', [...unsent, sent()]],
  [
    'a bounce',
    1,
    3,
    'It bounced on 02 Oct 2026 06:41 UTC; the provider’s reason is in Exhibit B.',
    [...unsent, sent(), event('bounced')],
  ],
  [
    'a delivery that was reported late',
    1,
    3,
    'UTC, reported on 03 Oct 2026',
    [...unsent, sent(), backdated('03 00:00:00')],
  ],
  [
    'a delivery that was reported only after the dispute',
    1,
    3,
    'accepted it on 02 Oct 2026 06:41 UTC, reported only after the dispute, on 21 Oct 2026 00:00 UTC; the',
    [...unsent, sent(), moved('ChargeBack'), backdated('21 00:00:00')],
  ],
  [
    'a delivery after the dispute',
    1,
    3,
    'accepted it on 21 Oct 2026 00:00 UTC, after the dispute; the',
    [...unsent, sent(), moved('ChargeBack'), event('delivered', '21 00:00:00')],
  ],
  ['a bounce after a delivery', 1, 3, 'It bounced on', [...unsent, sent(), event('delivered'), event('bounced')]],
  [
    'a delivery after another mail bounced',
    1,
    3,
    'accepted it on 04 Oct 2026',
    [
      ...unsent,
      sent(),
      event('bounced'),
      sent('04 00:00:00', { mailId: 8 }),
      event('delivered', '04 00:00:05', { mailId: 8 }),
    ],
  ],
  [
    'a request for a refund before the dispute',
    1,
    4,
    'No refund was made before the dispute, but a request for one was recorded on 10 Oct 2026 00:00 UTC.',
    [...ordinaryFacts.slice(0, -1), call('10 00:00:00', { refund: true }), moved('ChargeBack')],
  ],
  [
    'a request after it',
    1,
    4,
    'No request for a refund was recorded before the dispute.',
    [...ordinaryFacts, call('25 00:00:00', { refund: true })],
  ],
  [
    'a refund before the dispute',
    1,
    4,
    'NZD 25.00 was refunded on 13 Oct 2026 00:00 UTC, before the dispute.',
    [
      ...[
        ...ordinaryFacts.slice(0, -1),
        moved('Refunds', '12 00:00:00'),
        entered('12 00:00:00'),
        refunded('13 00:00:00'),
      ],
      moved('ChargeBack'),
    ],
  ],
  [
    'a refund without entered details',
    1,
    4,
    'A refund (amount not recorded) was made on 13 Oct 2026 00:00 UTC, before the dispute.',
    [...ordinaryFacts.slice(0, -1), moved('Refunds', '12 00:00:00'), refunded('13 00:00:00'), moved('ChargeBack')],
  ],
  [
    'a move to Refunds that was undone',
    1,
    4,
    'No request for a refund was recorded before the dispute.',
    [
      ...ordinaryFacts.slice(0, -1),
      moved('Refunds', '12 00:00:00'),
      undone('Completed', '12 00:00:05'),
      moved('ChargeBack'),
    ],
  ],
  [
    'a move to Refunds that was not undone',
    1,
    4,
    'No refund was made before the dispute, but a request for one was recorded on 12 Oct 2026 00:00 UTC.',
    [...ordinaryFacts.slice(0, -1), moved('Refunds', '12 00:00:00'), moved('ChargeBack')],
  ],
  [
    'messages of the customer before the dispute, which may ask for a refund',
    1,
    4,
    'Staff recorded no refund request before the dispute. The customer had sent 2 messages.',
    [
      ...ordinaryFacts.slice(0, -1),
      wrote('08 00:00:00'),
      wrote('09 00:00:00'),
      moved('ChargeBack'),
      wrote('21 00:00:00'),
    ],
  ],
  [
    'a message on the staff site and one on the customer site',
    1,
    4,
    'The customer had sent 1 message; 1 message on the staff site is omitted.',
    [...ordinaryFacts.slice(0, -1), wrote('08 00:00:00'), wrote('09 00:00:00', 'staff'), moved('ChargeBack')],
  ],
  [
    'messages on the staff site only',
    2,
    4,
    'no refund request before the dispute. 2 messages on the staff site are omitted.',
    [...ordinaryFacts.slice(0, -1), wrote('08 00:00:00', 'staff'), wrote('09 00:00:00', 'staff'), moved('ChargeBack')],
  ],
  [
    'a message whose site was not recorded',
    1,
    4,
    'before the dispute. 2 messages had been sent by someone who had entered the order’s ID and email; for 1 of them it was not recorded whether it was on the customer site.',
    [...ordinaryFacts.slice(0, -1), wrote('08 00:00:00', null), wrote('09 00:00:00'), moved('ChargeBack')],
  ],
  [
    'an email that was recorded only after the dispute',
    1,
    2,
    'The email with the finished document was recorded only after the dispute.',
    [placed(), moved('ChargeBack'), sent('21 00:00:00', { happenedAt: octoberOf('02 06:41:09') })],
  ],
  [
    'an email that was sent after the dispute',
    1,
    2,
    'The finished document was emailed to the same address',
    [placed(), moved('ChargeBack'), sent('21 00:00:00')],
  ],
  [
    'a download that was recorded only after the dispute',
    2,
    2,
    'No download of the document by the customer is recorded.',
    [
      ...[placed(), moved('ChargeBack')],
      download('21 00:00:00', { happenedAt: octoberOf('03 07:01:00') }),
      downloaded('21 00:00:01', { happenedAt: octoberOf('03 07:01:04') }),
    ],
  ],
  [
    'a download whose completion was recorded only after the dispute',
    2,
    2,
    'began 1 download, but it is not recorded as complete',
    [
      ...[placed(), download(), moved('ChargeBack')],
      downloaded('21 00:00:01', { happenedAt: octoberOf('03 07:01:04') }),
    ],
  ],
  [
    'a message that was recorded only after the dispute',
    1,
    4,
    'No request for a refund was recorded before',
    [
      ...ordinaryFacts,
      {
        ...wrote('21 00:00:00'),
        facts: { ...wrote('21 00:00:00').facts, happenedAt: octoberOf('08 00:00:00') },
      } as RecordedFact,
    ],
  ],
  [
    'a message after the dispute',
    1,
    4,
    'No request for a refund was recorded before',
    [...ordinaryFacts, wrote('21 00:00:00')],
  ],
  ['no dispute', 1, 4, 'No refund is recorded.', ordinaryFacts.slice(0, -1)],
  [
    'a request and no dispute',
    1,
    4,
    'A request for a refund was recorded on 10 Oct 2026 00:00 UTC; no refund was made.',
    [placed(), call('10 00:00:00', { refund: true })],
  ],
  [
    'a refund and no dispute',
    1,
    4,
    'A refund (amount not recorded) was made on 13 Oct 2026 00:00 UTC.',
    [placed(), refunded('13 00:00:00')],
  ],
  ['no IP address', 2, 0, '; the IP address was not recorded.', ordinaryFacts, { ip: null }],
  ['an IP address of no country', 2, 0, 'from IP address 10.0.0.1.', ordinaryFacts, { ip: '10.0.0.1' }],
  [
    'two downloads',
    2,
    2,
    'downloaded the whole document 2 times, first on 03 Oct',
    [...ordinaryFacts, downloaded('04 00:00:00', { downloadId: 2 })],
  ],
  ['a download that never ended', 2, 2, 'began 1 download, but it is not recorded as complete', [placed(), download()]],
  ['no download', 2, 2, 'No download of the document by the customer is recorded.', [placed(), viewed()]],
  ['no visit', 2, 3, 'No visit by the customer is recorded', [placed()]],
  [
    'a download and a visit on the staff site',
    2,
    2,
    'No download of the document by the customer is recorded.',
    [placed(), viewed('03 07:00:00', ofStaff), download('03 07:01:00', ofStaff), downloaded('03 07:01:04', ofStaff)],
  ],
  ['visits on the staff site only', 2, 3, 'No visit by the customer is recorded', [viewed('03 07:00:00', ofStaff)]],
  [
    'a visit on the staff site and others on the customer site',
    2,
    3,
    'Of 2 recorded visits and downloads,',
    [...ordinaryFacts, viewed('04 00:00:00', ofStaff)],
  ],
  [
    'a download whose site was not recorded',
    2,
    2,
    'The whole document was downloaded once, on 03 Oct 2026 07:01 UTC; it was not recorded whether this was on the customer site; see Exhibit C.',
    [placed(), download('03 07:01:00', unplaced), downloaded('03 07:01:04', unplaced)],
  ],
  [
    'two downloads, one of them without a recorded site',
    2,
    2,
    'The whole document was downloaded 2 times, first on 03 Oct 2026 07:01 UTC; for 1 of them it was not recorded whether it was on the customer site; see Exhibit C.',
    [downloaded('03 07:01:04', unplaced), downloaded('04 00:00:00', { downloadId: 2 })],
  ],
  [
    'an incomplete download whose site was not recorded',
    2,
    2,
    '1 download began, but it is not recorded as complete; it was not recorded whether this was on the customer site',
    [download('03 07:01:00', unplaced)],
  ],
  [
    'nothing to compare',
    2,
    3,
    'The order’s IP address and browser were not recorded, so there is nothing to compare',
    ordinaryFacts,
    { ip: null, userAgent: null },
  ],
  [
    'the address alone',
    2,
    3,
    'Of 2 recorded visits and downloads, 2 came from the IP address of the order.',
    ordinaryFacts,
    { userAgent: null },
  ],
  [
    'the device alone',
    2,
    3,
    'Of 2 recorded visits and downloads, 2 came from the same kind of browser and device.',
    ordinaryFacts,
    { ip: null },
  ],
  [
    'another address',
    2,
    3,
    '0 came from the IP address of the order and 2 from the same',
    ordinaryFacts,
    { ip: '192.0.2.1' },
  ],
  [
    'another device',
    2,
    3,
    '1 from the same kind of browser',
    [viewed(), download('03 08:00:00', { browser: 'Chrome-Mac-desktop', os: 'macOS' })],
  ],
  [
    'a newer system',
    2,
    3,
    '1 came from the IP address of the order and 1 from the same',
    [viewed('03 07:00:00', { os: 'iOS 20' })],
  ],
];

test.each(cases)('with %s, pack %i, sentence %i is “%s”', (_what, type, number, said, happened, order = {}) => {
  const summary = summaryOf(type, happened, { order });
  expect(summary).toHaveLength(5);
  expect(summary[number]).toContain(said);
});

describe('a withdrawn document', () => {
  const { placed, document, queued, sent, event, download, downloaded, withdrawn, moved } = factOf;
  const before = [placed(), document(), queued(), sent(), event('delivered'), download(), downloaded()];
  const after = [...before, withdrawn(), moved('ChargeBack')];

  test('counts for no title, no sentence and no evidence', () => {
    const mailed = packContent(packSourcesOf(1, after));
    expect([mailed.title, mailed.summary[2]]).toEqual([
      'What was sent, and when',
      'The document that was emailed was withdrawn.',
    ]);
    const fetched = packContent(packSourcesOf(2, after));
    expect(fetched.title).not.toContain('downloaded');
    expect(fetched.summary[2]).toBe('No download of the document by the customer is recorded.');
    expect(fetched.summary[3]).toMatch(/^No visit by the customer is recorded/);
    for (const type of [1, 2] as const) {
      const { evidence } = packReadiness(packSourcesOf(type, after));
      expect(evidence.filter(({ what, there }) => there && /[Dd]ocument|access|[Ww]here/.test(what))).toEqual([]);
    }
  });

  test('is in the exhibits, marked as withdrawn', () => {
    for (const type of [1, 2] as const) {
      const { exhibits } = packContent(packSourcesOf(type, after));
      expect(JSON.stringify(exhibits)).toContain('Declaration.pdf, withdrawn on 04 Oct 2026 08:00 UTC');
      expect(exhibits.map(({ title }) => title)).not.toContain('The delivered document');
    }
  });
});

test('with a document that does not match no pack is ready, even if a later document was withdrawn', () => {
  const { placed, document, queued, sent, event, download, downloaded, withdrawn, moved } = factOf;
  const warnings = ['Passport: Z0000217 on the document, L6970353 on the order.'];
  const delivered = [queued(), sent(), event('delivered'), download(), downloaded()];
  const readiness = (type: 1 | 2, ...documents: RecordedFact[]) =>
    packReadiness(packSourcesOf(type, [placed(), ...documents, ...delivered, moved('ChargeBack')]));
  const wrong = document(undefined, { warnings });
  const next = document('02 06:40:54', { documentId: 4 });
  for (const type of [1, 2] as const) {
    const found = readiness(type, wrong, next, withdrawn(undefined, { documentId: 4 }));
    expect(found.verdict).toBe('Enough to send');
    expect(found.why).toMatch(/ Check the document before you send the pack\.$/);
    expect(found.evidence.filter(({ what }) => /[Dd]ocument/.test(what)).at(-1)).toMatchObject({
      what: 'Document does not match',
      there: false,
      detail: 'Declaration.pdf',
    });
    expect(readiness(type, wrong, next).evidence.map(({ what }) => what)).toContain('Document file and SHA-256');
  }
});

test('after Undos, a dispute begins with the move to Charge Back that is in effect', () => {
  const disputedAtOf = (...changes: RecordedFact[]) => packSourcesOf(1, [placed(), ...changes]).records.disputedAt;
  const [first, second] = [moved('ChargeBack', '10 00:00:00'), moved('ChargeBack', '12 00:00:00')];
  expect(disputedAtOf(first, undone('Completed', '11 00:00:00'))).toBeNull();
  const toCompleted = moved('Completed', '11 00:00:00', { from: 'ChargeBack' });
  const bothUndone = [undone('Completed', '13 00:00:00'), undone('ChargeBack', '14 00:00:00')];
  expect(disputedAtOf(first, toCompleted, second, ...bothUndone)).toContain('2026-10-10T00:00:00');
});

test('a refund is in the order exhibit and the timeline, an undone move in neither', () => {
  const said = (...changes: RecordedFact[]) => JSON.stringify(packContent(packSourcesOf(1, [placed(), ...changes])));
  const made = said(moved('Refunds', '12 00:00:00'), entered('12 00:00:00'), refunded('13 00:00:00'));
  for (const part of ['"Refunded","13 Oct 2026 00:00:00 UTC"', '"NZD 25.00"', '"re_3N"', '"what":"Refunded"']) {
    expect(made).toContain(part);
  }
  const undoneMove = said(moved('Refunds', '12 00:00:00'), entered('12 00:00:00'), undone('Completed', '12 00:00:05'));
  expect(undoneMove).not.toMatch(/Refunded|25\.00|re_3N/);
});

test('the letter has a long name in full, but cuts an endless one', () => {
  const fullName = 'Maximiliana Alexandrina von Habsburg-Lothringen zu Oesterreich';
  const { facts } = packContent(packSourcesOf(1, ordinaryFacts, { order: { fullName } }));
  expect(facts).toContainEqual({ label: 'Traveller', said: fullName });
  const endless = packContent(packSourcesOf(1, ordinaryFacts, { order: { fullName: 'W'.repeat(200) } })).facts;
  expect(endless.find(({ label }) => label === 'Traveller')!.said.length).toBeLessThanOrEqual(76);
});
