/** Defence packs of order 100471 for tests. */
import type { CallData } from '../api/call.ts';
import type { DisputeRow, EvidenceItem, PackLetter, PackReadiness, defencePackCalls } from '../api/defencePackCalls.ts';

export const evidenceOf = (what: string, changes: Partial<EvidenceItem> = {}): EvidenceItem => ({
  what,
  there: true,
  needed: true,
  detail: null,
  today: null,
  ...changes,
});

/** Pack 1 is ready; pack 2 is not useful yet. */
export const packsOf = (): PackReadiness[] => [
  {
    defencePackType: 1,
    verdict: 'Ready',
    why: '2 of 3 pieces of evidence are available. The missing evidence is not needed.',
    evidence: [
      evidenceOf('Transaction ID and merchant name'),
      evidenceOf('Document delivered', { detail: '02/10/2026 06:41 UTC, Amazon SES' }),
      evidenceOf('No email open recorded', { there: false, needed: false, detail: 'Only indicative.' }),
    ],
  },
  {
    defencePackType: 2,
    verdict: 'Not useful yet',
    why: '1 of 2 pieces of evidence is there.',
    evidence: [
      evidenceOf('No download or tracking view recorded', {
        there: false,
        today: 'Send the customer the link to the tracking page again.',
      }),
      evidenceOf('IP and device at purchase'),
    ],
  },
];

export const readinessOf = (
  changes: Partial<CallData<typeof defencePackCalls.packReadiness>> = {},
): CallData<typeof defencePackCalls.packReadiness> => ({
  order_id: '100471',
  packs: packsOf(),
  dispute: null,
  ...changes,
});

export const letterOf = (changes: Partial<PackLetter> = {}): PackLetter => ({
  order_id: '100471',
  defencePackType: 1,
  kind: 'Dispute response · Defence Pack 1: email and delivery',
  title: 'The document was delivered before the dispute',
  facts: [
    { label: 'Merchant', said: 'NZ Travel Declaration' },
    { label: 'Transaction ID', said: 'txn_8Q2L0471X' },
    { label: 'Amount', said: 'NZD 79.00' },
    { label: 'Traveller', said: 'Ananya Raghunathan-Krishnamurthy' },
    { label: 'Passport', said: '•••••• 271' },
  ],
  summary: [
    'The customer ordered a New Zealand travel declaration and gave this email address twice.',
    'We confirmed the order by email to the same address 41 seconds after payment.',
  ],
  timelineTitle: 'Timeline with the email history, all times UTC',
  timeline: [
    { when: '02 Oct 2026 03:14:07', what: 'Order placed', recordedBy: 'Payment gateway', exhibit: 'A' },
    { when: '02 Oct 2026 06:41:12', what: 'Document delivered', recordedBy: 'Amazon SES', exhibit: 'B' },
    { when: '06 Oct 2026 22:05:31', what: 'Telephone call', recordedBy: 'Staff remark', exhibit: null },
  ],
  folded: 'and 12 more events, in Exhibit B',
  exhibits: [
    { letter: 'A', title: 'Order and payment record', from: 2, to: 2 },
    { letter: 'B', title: 'Emails and delivery events', from: 3, to: 4 },
  ],
  foot: {
    pack: 'Order 100471 · Defence Pack 1',
    made: 'Made 21 Nov 2026 00:24 UTC by Max Manager, from append-only records',
    page: 'Page 1 of 4',
    hash: 'Last hash of the history: 7f3a91c2',
  },
  pages: 4,
  size: 612_000,
  last_made: { at: '2026-11-20T10:00:00.000Z', by: 'Max Manager' },
  ...changes,
});

export const disputeOf = (orderId: string, days_left: number, changes: Partial<DisputeRow> = {}): DisputeRow => ({
  order_id: orderId,
  full_name: `Customer of ${orderId}`,
  amount: 'NZD 79.00',
  disputed_at: '2026-11-01T09:00:00.000Z',
  respond_by: '2026-11-21T09:00:00.000Z',
  days_left,
  packs: [
    { defencePackType: 1, verdict: 'Ready', missing: [] },
    { defencePackType: 2, verdict: 'Not useful yet', missing: ['No download or tracking view recorded'] },
  ],
  ...changes,
});
