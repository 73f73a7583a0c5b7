import { isCustomerAddress } from 'shared/rules/customerAddress';
import { isAttached } from 'shared/rules/mailAttachment';
import { type Device, deviceOf } from '../customers/customerDevice.ts';
import { currentDocument, type PackSources } from './packRecords.ts';
import { type MailRecord, isInTime, toTimestamp } from './deliveryRecords.ts';

export type Findings = ReturnType<typeof findingsIn>;

export function findingsIn({ order, records }: Pick<PackSources, 'order' | 'records'>) {
  const { mails, documents, disputedAt } = records;
  const accesses = records.accesses.filter(({ file }) => !file?.withdrawnAt);
  const sent = mails.filter(
    (mail) => mail.template === 'approval' && mail.sent && !mail.sent.outbox && !mail.sent.lateAt && !mail.withdrawnAt,
  );
  const reported = (wanted: MailRecord['events'][number]['event']) =>
    sent.flatMap((mail) => {
      const { events } = mail;
      return events.flatMap(({ event, ...told }) => (event === wanted ? [{ mail, ...told }] : []));
    });
  const bounced = reported('bounced');
  const delivered = reported('delivered').filter(({ mail }) => bounced.every((one) => one.mail !== mail));
  const opened = reported('opened');
  const inTime = delivered.filter((one) => isInTime(one, records));
  const openedInTime = opened.filter((one) => isInTime(one, records));
  const device = order.userAgent ? known(deviceOf(order.userAgent)) : null;
  const downloads = accesses.filter(({ file }) => file);
  return {
    /** Document emails that a provider accepted, unless the document was withdrawn or the acceptance recorded late. */
    sent,
    delivered: earliest(inTime),
    /** The first delivery reported only after the dispute, if none was reported before it. */
    deliveredLate: inTime.length > 0 ? null : earliest(delivered),
    /** The first bounce. A mail that bounced does not count as delivered. */
    bounced: earliest(bounced),
    /** Whether the document was too large to attach, and so only linked. */
    isLinked: ({ documentId }: MailRecord) =>
      documents.some((document) => document.documentId === documentId && !isAttached(document.size)),
    /** The first open that was reported before the dispute, or null. */
    openedAt: earliest(openedInTime)?.at ?? null,
    /** Whether any open was reported after the dispute. */
    openedLate: opened.length > openedInTime.length,
    /** Views, and downloads of documents that were never withdrawn. */
    accesses,
    downloads,
    completed: downloads.filter(({ file }) => file?.completedAt),
    views: accesses.filter(({ how }) => how !== 'download'),
    document: currentDocument(records),
    device,
    sameIp: order.ip ? accesses.filter(({ ip }) => ip === order.ip).length : 0,
    sameDevice: device ? accesses.filter((access) => isSameDevice(access, device)).length : 0,
    paidAt: order.paidAt ? toTimestamp(order.paidAt) : (records.payment?.at ?? null),
    disputedAt,
  };
}

const earliest = <Dated extends { at: string }>(told: Dated[]): Dated | null =>
  told.toSorted((one, other) => (one.at < other.at ? -1 : 1))[0] ?? null;

const known = (device: Device) => (device.os === 'Unknown' && device.browser.startsWith('Unknown') ? null : device);

/** Compares browser, device and system without their versions, because updates change the versions. */
export const isSameDevice = (one: Device, other: Device) =>
  one.browser === other.browser && withoutVersion(one.os) === withoutVersion(other.os);

const withoutVersion = (os: string) => os.replace(/ [\d.]+( or \d+)?$/, '');

export const isOfCustomer = (recipient: string, { email, contactEmailAddress }: Addresses) =>
  isCustomerAddress(recipient, [email, contactEmailAddress]);

type Addresses = Pick<PackSources['order'], 'email' | 'contactEmailAddress'>;

export const isBefore = (at: string | null | undefined, disputedAt: string | null) =>
  Boolean(at && disputedAt && at < disputedAt);
