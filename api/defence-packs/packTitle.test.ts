import { outboxReason } from 'shared/rules/outbox';
import type { LedgerEntry } from '../ledger/LedgerEntry.ts';
import { octoberOf, ordinaryFacts, packSourcesOf, factOf, type RecordedFact } from '../testing/packSourcesOf.ts';
import { packContent } from './packContent.ts';
import { packRecords } from './packRecords.ts';

const packTitles = {
  deliveredBefore: 'The document was delivered before the dispute',
  delivered: 'The document was delivered',
  sentBefore: 'The document was sent before the dispute',
  linkDeliveredBefore: 'The document link was delivered before the dispute',
  linkDelivered: 'The document link was delivered',
  linkSentBefore: 'The document link was sent before the dispute',
  sent: 'What was sent, and when',
  downloadedBefore: 'The document was downloaded before the dispute',
  downloaded: 'The document was downloaded',
  lookedBefore: 'The order was viewed before the dispute',
  looked: 'What was opened, and when',
} as const;

const { placed, document, queued, sent, event, viewed, download, downloaded, moved } = factOf;
const disputed = moved('ChargeBack');
const before = [placed(), document(), sent()];
const linked = [placed(), document('02 06:40:52', { size: 8 * 1_048_576 }), queued(), sent()];
const ofStaff = { origin: 'staff' };
const undone = moved('ChargeBack', '23 00:00:00', { what: 'undo' });

const cases: [what: string, 1 | 2, keyof typeof packTitles, readonly RecordedFact[]][] = [
  ['delivered, then disputed', 1, 'deliveredBefore', ordinaryFacts],
  ['delivered, and not disputed', 1, 'delivered', ordinaryFacts.slice(0, -1)],
  ['delivered only after the dispute', 1, 'sentBefore', [...before, disputed, event('delivered', '21 00:00:00')]],
  [
    'a delivery that was reported only after the dispute',
    1,
    'sentBefore',
    [...before, disputed, event('delivered', '21 00:00:00', { happenedAt: octoberOf('02 06:41:12') })],
  ],
  [
    'the same delivery, also reported before the dispute',
    1,
    'deliveredBefore',
    [...ordinaryFacts, event('delivered', '21 00:00:00', { happenedAt: octoberOf('02 06:41:10') })],
  ],
  [
    'sent and delivered after the dispute',
    1,
    'sent',
    [disputed, sent('21 00:00:00'), event('delivered', '21 00:00:05')],
  ],
  ['sent, never reported', 1, 'sentBefore', [...before, disputed]],
  ['sent, and not disputed', 1, 'sent', before],
  ['delivered, too large to attach', 1, 'linkDeliveredBefore', [...linked, event('delivered'), disputed]],
  ['the same, and not disputed', 1, 'linkDelivered', [...linked, event('delivered')]],
  ['sent, too large to attach', 1, 'linkSentBefore', [...linked, disputed]],
  [
    'delivered after the dispute, then moved away, and the move undone',
    1,
    'sentBefore',
    [...before, disputed, event('delivered', '21 00:00:00'), moved('Completed', '22 00:00:00'), undone],
  ],
  ['bounced', 1, 'sent', [...before, event('bounced'), disputed]],
  ['delivered, and bounced later', 1, 'sent', [...before, event('delivered'), event('bounced'), disputed]],
  ['written to the outbox', 1, 'sent', [sent('02 06:41:09', { reason: outboxReason }), disputed]],
  ['nothing sent', 1, 'sent', [placed(), disputed]],
  ['moved to Charge Back and away again', 1, 'delivered', [...ordinaryFacts, moved('Completed', '22 00:00:00')]],
  ['downloaded, then disputed', 2, 'downloadedBefore', ordinaryFacts],
  ['downloaded, and not disputed', 2, 'downloaded', ordinaryFacts.slice(0, -1)],
  [
    'downloaded only on the staff site',
    2,
    'looked',
    [viewed('03 07:00:00', ofStaff), download('03 07:01:00', ofStaff), downloaded('03 07:01:04', ofStaff), disputed],
  ],
  ['downloaded only after the dispute', 2, 'looked', [disputed, download('21 00:00:00'), downloaded('21 00:00:09')]],
  ['a download that never ended', 2, 'lookedBefore', [download(), disputed]],
  ['only a visit', 2, 'lookedBefore', [viewed(), disputed]],
  ['a visit, and not disputed', 2, 'looked', [viewed()]],
  ['nothing', 2, 'looked', [disputed]],
];

test.each(cases)('%s: pack %i is titled as %s', (_what, type, title, happened) => {
  expect(packContent(packSourcesOf(type, happened)).title).toBe(packTitles[title]);
});

test('for an order older than its history, reports count by their own times', () => {
  const moment = { seq: 1, at: octoberOf('25 00:00:00'), hash: 'ab'.repeat(32) };
  const before = ordinaryFacts.map(({ at, ...fact }) => ({
    ...fact,
    facts: { ...fact.facts, happenedAt: octoberOf(at) },
  }));
  const begun = { kind: 'begun', facts: { facts: before.length } };
  const entries = [begun, ...before].map((fact) => ({ ...moment, ...fact })) as LedgerEntry[];
  const { title, summary } = packContent(packSourcesOf(1, [], { records: packRecords(entries) }));
  expect(title).toBe(packTitles.deliveredBefore);
  expect(summary[3]).not.toContain('reported on');
});
