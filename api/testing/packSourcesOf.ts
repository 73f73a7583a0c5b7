import { packRecords } from '../defence-packs/packRecords.ts';
import type { PackOrder, PackToMake } from '../defence-packs/readSources.ts';
import type { FactsByKind, LedgerEntry, LedgerFacts, LedgerKind } from '../ledger/LedgerEntry.ts';

/** A recorded fact. `at` is 'DD HH:mm:ss' of October 2026, or a full time. */
export type RecordedFact = LedgerFacts & { at: string };

export const octoberOf = (at: string) => (at.includes('T') ? at : `2026-10-${at.replace(' ', 'T')}.000000Z`);

const entriesOf = (happened: readonly RecordedFact[]): LedgerEntry[] =>
  happened.map(({ at, ...fact }, index) => ({
    ...(fact as LedgerFacts),
    seq: index + 1,
    at: octoberOf(at),
    hash: (index + 1).toString(16).padStart(64, '0'),
  }));

export const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

const packOrder: PackOrder = {
  orderId: '100128',
  status: 'ChargeBack',
  fullName: 'Siobhán Müller',
  email: 'oyelaran@example.com',
  confirmEmail: 'oyelaran@example.com',
  contactEmailAddress: null,
  createdAt: new Date('2026-10-02T03:14:00Z'),
  landingDomain: null,
  processingMode: 'standard',
  amount: '79.00',
  currency: 'NZD',
  paidAt: new Date('2026-10-02T03:14:07Z'),
  transactionId: 'txn_5H7K0128B',
  merchantName: 'NZ Travel Declaration',
  ip: '203.0.113.24',
  userAgent: iPhone,
  declaration: { passport_number: 'Z0000904', current_nationality: 'Nigeria' },
};

const mail = { mailId: 7, template: 'approval', recipient: 'oyelaran@example.com', provider: 'AWS' } as const;
const file = { documentId: 3, name: 'Declaration.pdf', size: 48_211, sha256: '9f'.repeat(32) };
const device = {
  ...{ ip: '203.0.113.24', browser: 'Safari-iPhone-mobile', os: 'iOS 19', timezone: 'Africa/Lagos' },
  origin: 'public',
} as const;

const download = { ...device, ...file, downloadId: 1 };

/** Makes entries of a kind, with default time and facts. */
const fact =
  <Kind extends LedgerKind>(kind: Kind, usualAt: string, usual: FactsByKind[Kind]) =>
  (at = usualAt, facts: object = {}) =>
    ({ at, kind, facts: { ...usual, ...facts } }) as RecordedFact;

export const factOf = {
  placed: fact('placed', '02 03:14:00', {
    email: packOrder.email,
    fullName: packOrder.fullName,
    status: 'New',
    ip: device.ip,
  }),
  document: fact('document', '02 06:40:52', { ...file, contentType: 'application/pdf', warnings: [], by: 'Tia Team' }),
  queued: fact('mailQueued', '02 06:41:00', {
    ...mail,
    subject: 'Your declaration is ready (order 100128)',
    documentId: 3,
    by: 'Tia Team',
  }),
  sent: fact('mailSent', '02 06:41:09', { ...mail, messageId: '0100018c-7f3a-4d1e-9c55', attempt: 1 }),
  event: (event: 'delivered' | 'opened' | 'bounced' | 'complained', at?: string, facts?: object) =>
    fact('mailEvent', '02 06:41:12', { ...mail, event })(at, facts),
  viewed: fact('viewed', '03 07:00:00', { ...device, how: 'tracked' }),
  download: fact('downloadStarted', '03 07:01:00', download),
  sentPart: (bytes: number, at?: string) => fact('downloadPart', '03 07:01:02', { ...download, bytes })(at),
  withdrawn: fact('withdrawn', '04 08:00:00', {
    documentId: file.documentId,
    name: file.name,
    sha256: file.sha256,
    by: 'Tia Team',
  }),
  downloaded: fact('downloadCompleted', '03 07:01:04', { ...download, bytes: file.size }),
  call: fact('remark', '06 22:05:31', {
    ...{ remarkId: 1, text: 'Customer confirmed that the document had arrived', by: 'Theo Telecaller' },
    ...{ telephone: true, whatsapp: false, refund: false, voided: false, chargeback: false },
  }),
  moved: (to: string, at?: string, facts?: object) =>
    fact('changed', '20 10:00:00', {
      what: 'move',
      field: 'process_status',
      from: 'Completed',
      to,
      version: 4,
      by: 'Max Manager',
    })(at, facts),
};

export const ordinaryFacts: readonly RecordedFact[] = [
  ...[factOf.placed(), factOf.document(), factOf.queued(), factOf.sent(), factOf.event('delivered')],
  ...[factOf.viewed(), factOf.download(), factOf.downloaded(), factOf.call(), factOf.moved('ChargeBack')],
];

export function packSourcesOf(
  defencePackType: 1 | 2,
  happened: readonly RecordedFact[] = ordinaryFacts,
  { order = {}, ...sources }: Partial<Omit<PackToMake, 'order'>> & { order?: Partial<PackOrder> } = {},
): PackToMake {
  const entries = entriesOf(happened);
  return {
    defencePackType,
    order: { ...packOrder, ...order },
    records: packRecords(entries),
    earlier: [],
    places: new Map([[device.ip, 'Nigeria']]),
    countries: {
      ...{ name: 'DB-IP IP to Country Lite', licence: 'CC BY 4.0', madeOn: '2026-06-01' },
      attribution: 'IP Geolocation by DB-IP (https://db-ip.com)',
    },
    at: new Date('2026-11-21T00:24:10Z'),
    by: 'Max Manager',
    lastHash: entries.at(-1)?.hash ?? null,
    fault: null,
    ...sources,
  };
}

/** Facts of many mails and downloads, spread over 90 days. */
export function manyRecords(mails: number, downloads: number): RecordedFact[] {
  const spread = (count: number, factsAt: (at: string, n: number) => RecordedFact[]) =>
    Array.from({ length: count }, (_, n) => {
      const moment = new Date(Date.UTC(2026, 6, 1) + (n / count) * 90 * 86_400_000);
      return factsAt(moment.toISOString().replace('Z', '000Z'), n);
    }).flat();
  return [
    ...spread(mails, (at, n) => {
      const facts = { mailId: 100 + n };
      return [factOf.queued(at, facts), factOf.sent(at, facts), factOf.event('delivered', at, facts)];
    }),
    ...spread(downloads, (at, n) => {
      const facts = { downloadId: 100 + n, ip: `198.51.100.${n % 5}` };
      return [factOf.download(at, facts), factOf.downloaded(at, facts)];
    }),
  ];
}
