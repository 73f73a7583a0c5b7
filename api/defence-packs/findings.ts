import { isCustomerAddress } from 'shared/rules/customerAddress';
import { isAttached } from 'shared/rules/mailAttachment';
import { type Device, deviceOf } from '../customers/customerDevice.ts';
import { momentText } from './packText.ts';
import { type DocumentRecord, standingDocument } from './packRecords.ts';
import { type AccessRecord, type MailEventRecord, type MailRecord, isInTime } from './deliveryRecords.ts';
import type { PackSources } from './packSources.ts';

/** What the records show, once: titles, sentences, timeline and readiness all say the same of it. */
export interface Findings {
  /** E-mails with a document that was never withdrawn, accepted by a provider. Leaves out entries backdated to before the dispute. */
  sent: MailRecord[];
  /** The first of them that was reported delivered, before the dispute where there is one, and never came back. */
  delivered: Reported | null;
  /** The first that was reported delivered only when the dispute was there; null also where one was before. */
  deliveredLate: Reported | null;
  /** The first that came back; of a mail that was not delivered otherwise. */
  bounced: { mail: MailRecord; at: string; reason: string | null } | null;
  /** Of what was reported before the dispute. */
  openedAt: string | null;
  /** Whether it was reported opened only when the dispute was there. */
  openedLate: boolean;
  /** Of such a mail, whether the document was too large to go along, and was only linked. */
  isLinked: (mail: MailRecord) => boolean;
  /** Downloads on the customers' site of documents that were not withdrawn, and those that were completed. */
  downloads: AccessRecord[];
  completed: AccessRecord[];
  /** Times that somebody proved order and e-mail, or looked at its page; those on the staff's site left out. */
  views: AccessRecord[];
  /** The newest document that was not withdrawn. */
  document: DocumentRecord | null;
  /** The device that ordered, as its browser told; null: it is not known. */
  device: Device | null;
  /** Of the accesses, how many came from the address that ordered, and from the same browser and system. */
  sameIp: number;
  sameDevice: number;
  paidAt: string | null;
  disputedAt: string | null;
}

/** A mail, and when that happened to it which was reported. */
type Reported = { mail: MailRecord } & Pick<MailEventRecord, 'at' | 'recordedAt'>;

export function findingsIn({ order, records }: Pick<PackSources, 'order' | 'records'>): Findings {
  const { mails, accesses, documents, disputedAt } = records;
  const sent = mails.filter(
    (mail) => mail.template === 'approval' && mail.sent && !mail.sent.outbox && !mail.sent.lateAt && !mail.withdrawnAt,
  );
  const reported = (wanted: MailEventRecord['event']) =>
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
  const downloads = accesses.filter(({ file }) => file && !file.withdrawnAt);
  return {
    sent,
    delivered: earliest(inTime),
    deliveredLate: inTime.length > 0 ? null : earliest(delivered),
    bounced: earliest(bounced),
    isLinked: ({ documentId }) =>
      documents.some((document) => document.documentId === documentId && !isAttached(document.size)),
    openedAt: earliest(openedInTime)?.at ?? null,
    openedLate: opened.length > openedInTime.length,
    downloads,
    completed: downloads.filter(({ file }) => file?.completedAt),
    views: accesses.filter(({ how }) => how !== 'download'),
    document: standingDocument(records),
    device,
    sameIp: order.ip ? accesses.filter(({ ip }) => ip === order.ip).length : 0,
    sameDevice: device ? accesses.filter((access) => isSameDevice(access, device)).length : 0,
    paidAt: order.paidAt ? momentText(order.paidAt) : (records.payment?.at ?? null),
    disputedAt,
  };
}

const earliest = <Told extends { at: string }>(told: Told[]): Told | null =>
  told.toSorted((one, other) => (one.at < other.at ? -1 : 1))[0] ?? null;

const known = (device: Device) => (device.os === 'Unknown' && device.browser.startsWith('Unknown') ? null : device);

/** The same browser on the same device and system, without their versions: those change by themselves. */
export const isSameDevice = (one: Device, other: Device) =>
  one.browser === other.browser && withoutVersion(one.os) === withoutVersion(other.os);

const withoutVersion = (os: string) => os.replace(/ [\d.]+( or \d+)?$/, '');

/** Whether a mail's recipient is an address that the customer gave with the order. */
export const isOfCustomer = (recipient: string, { email, contactEmailAddress }: Addresses) =>
  isCustomerAddress(recipient, [email, contactEmailAddress]);

type Addresses = Pick<PackSources['order'], 'email' | 'contactEmailAddress'>;

/** Whether something happened before the dispute; without a dispute nothing did. */
export const isBefore = (at: string | null | undefined, disputedAt: string | null) =>
  Boolean(at && disputedAt && at < disputedAt);
