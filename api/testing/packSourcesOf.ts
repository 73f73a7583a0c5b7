import { packRecords } from '../defence-packs/packRecords.ts';
import type { PackOrder, PackSources } from '../defence-packs/packSources.ts';
import type { LedgerEntry, LedgerFacts } from '../ledger/LedgerEntry.ts';

/** What is recorded, and when: 'DD HH:mm:ss' of October 2026, or a whole moment. */
export type Told = LedgerFacts & { at: string };

export const octoberOf = (at: string) => (at.includes('T') ? at : `2026-10-${at.replace(' ', 'T')}.000000Z`);

const entriesOf = (told: readonly Told[]): LedgerEntry[] =>
  told.map(({ at, ...fact }, index) => ({
    ...(fact as LedgerFacts),
    seq: index + 1,
    at: octoberOf(at),
    hash: (index + 1).toString(16).padStart(64, '0'),
  }));

export const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

export const packOrder: PackOrder = {
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

/** Single entries of an ordinary order, each at its moment. */
export const told = {
  placed: (at = '02 03:14:00'): Told => ({
    ...{ at, kind: 'placed' },
    facts: { email: packOrder.email, fullName: packOrder.fullName, status: 'New', ip: device.ip },
  }),
  document: (at = '02 06:40:52', facts: Partial<typeof file> = {}): Told => ({
    ...{ at, kind: 'document' },
    facts: { ...file, ...facts, contentType: 'application/pdf', warnings: [], by: 'Tia Team' },
  }),
  queued: (at = '02 06:41:00', facts: object = {}): Told => ({
    ...{ at, kind: 'mailQueued' },
    facts: { ...mail, subject: 'Your declaration is ready, order 100128', documentId: 3, by: 'Tia Team', ...facts },
  }),
  sent: (at = '02 06:41:09', facts: object = {}): Told => ({
    ...{ at, kind: 'mailSent' },
    facts: { ...mail, messageId: '0100018c-7f3a-4d1e-9c55', attempt: 1, ...facts },
  }),
  event: (event: 'delivered' | 'opened' | 'bounced' | 'complained', at = '02 06:41:12', facts: object = {}): Told => ({
    ...{ at, kind: 'mailEvent' },
    facts: { ...mail, event, ...facts },
  }),
  viewed: (at = '03 07:00:00', facts: object = {}): Told => ({
    ...{ at, kind: 'viewed' },
    facts: { ...device, how: 'tracked', ...facts },
  }),
  download: (at = '03 07:01:00', facts: object = {}): Told => ({
    ...{ at, kind: 'downloadStarted' },
    facts: { ...device, ...file, downloadId: 1, ...facts },
  }),
  sentPart: (bytes: number, at = '03 07:01:02'): Told => ({
    ...{ at, kind: 'downloadPart' },
    facts: { ...device, ...file, downloadId: 1, bytes },
  }),
  withdrawn: (at = '04 08:00:00'): Told => ({
    ...{ at, kind: 'withdrawn' },
    facts: { documentId: file.documentId, name: file.name, sha256: file.sha256, by: 'Tia Team' },
  }),
  downloaded: (at = '03 07:01:04', facts: object = {}): Told => ({
    ...{ at, kind: 'downloadCompleted' },
    facts: { ...device, ...file, downloadId: 1, bytes: file.size, ...facts },
  }),
  call: (at = '06 22:05:31', facts: object = {}): Told => ({
    ...{ at, kind: 'remark' },
    facts: {
      ...{ remarkId: 1, text: 'Customer confirmed that the document had arrived', by: 'Theo Telecaller' },
      ...{ telephone: true, whatsapp: false, refund: false, voided: false, chargeback: false },
      ...facts,
    },
  }),
  moved: (to: string, at = '20 10:00:00', facts: object = {}): Told => ({
    ...{ at, kind: 'changed' },
    facts: {
      what: 'move',
      field: 'process_status',
      from: 'Completed',
      to,
      version: 4,
      by: 'Max Manager',
      ...facts,
    },
  }),
};

/** An order that was placed, mailed, downloaded, called about and then disputed. */
export const ordinary: readonly Told[] = [
  ...[told.placed(), told.document(), told.queued(), told.sent(), told.event('delivered')],
  ...[told.viewed(), told.download(), told.downloaded(), told.call(), told.moved('ChargeBack')],
];

/** The sources of a pack of an order of which this is recorded. */
export function packSourcesOf(
  defencePackType: 1 | 2,
  happened: readonly Told[] = ordinary,
  { order = {}, ...sources }: Partial<Omit<PackSources, 'order'>> & { order?: Partial<PackOrder> } = {},
): PackSources {
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

/** As many e-mails and downloads as a pack has to stay readable with, over 90 days. */
export function manyRecords(mails: number, downloads: number): Told[] {
  const at = (n: number, of: number) => {
    const moment = new Date(Date.UTC(2026, 6, 1) + (n / of) * 90 * 86_400_000);
    return moment.toISOString().replace('Z', '000Z');
  };
  const all: { moment: string; one: Told }[] = [];
  for (let n = 0; n < mails; n += 1) {
    const facts = { mailId: 100 + n };
    const moment = at(n, mails);
    for (const one of [
      told.queued('01 00:00:00', facts),
      told.sent('01 00:00:00', facts),
      told.event('delivered', '01 00:00:00', facts),
    ]) {
      all.push({ moment, one });
    }
  }
  for (let n = 0; n < downloads; n += 1) {
    const facts = { downloadId: 100 + n, ip: `198.51.100.${n % 5}` };
    const moment = at(n, downloads);
    all.push(
      { moment, one: told.download('01 00:00:00', facts) },
      { moment, one: told.downloaded('01 00:00:00', facts) },
    );
  }
  return all.map(({ moment, one }) => ({ ...one, at: moment }));
}
