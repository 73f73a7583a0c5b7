import { pluralize } from 'shared/format/count';
import { packDay, packMinute, packTime } from 'shared/format/dates';
import { messageMailKinds } from '../../db/schema/mails.ts';
import { maxReports } from '../../mail/recordReport.ts';
import { type Findings, isOfCustomer } from '../packRecords.ts';
import { type MailRecord, sortByTime } from '../deliveryRecords.ts';
import type { PackOrder, PackSources } from '../readSources.ts';
import {
  afterDisputeText,
  groupByDay,
  clip,
  firstAndLast,
  item,
  type Item,
  recordedLaterText,
  formatList,
  mailNames,
  providerNames,
  table,
  abridgedRows,
  blocksOf,
  type Block,
  type ExhibitContent,
  type RowLimit,
} from '../packText.ts';

/** If there are more mails, they are grouped by day, and only the first and last few are listed in full. */
const maxInFull = 24;
const endsInFull = 8;
const maxDays = 60;

export function mailExhibit({ order, records: { mails, cancelled } }: PackSources, rowLimit: RowLimit): ExhibitContent {
  const title = 'Every email: recipient, times, provider, message ID, delivery events';
  const leftOut =
    cancelled > 0 &&
    `${pluralize(cancelled, 'email that was', 'emails that were')} cancelled before sending ${cancelled === 1 ? 'is' : 'are'} omitted.`;
  if (mails.length === 0) return { title, blocks: blocksOf('No email about this order is recorded.', leftOut) };
  const isMany = mails.length > rowLimit(maxInFull);
  const { first, last, between } = firstAndLast(mails, rowLimit(isMany ? endsInFull : maxInFull));
  const inFull = (some: readonly MailRecord[]) => some.flatMap((mail) => mailBlocks(mail, mails.indexOf(mail) + 1));
  const opened = Math.max(0, ...mails.map((mail) => opensOf(mail).length));
  return {
    title,
    blocks: blocksOf(
      { kind: 'facts', facts: addresses(order, mails) },
      isMany &&
        `There are ${mails.length} emails. The table counts all of them by day; the first ${first.length} and the last ${last.length} follow in full.`,
      isMany && daysOf(mails, rowLimit(maxDays)),
      ...inFull(first),
      between.length > 0 && `${pluralize(between.length, 'email')} omitted here: see the table by day.`,
      ...inFull(last),
      opened > 0 &&
        `Opened (indicative): an image in the email was loaded. Mail apps may load it automatically, or never.${isAtLeast(opened) ? ` At most ${maxReports.aDay} opens per email and day are kept.` : ''}`,
      leftOut,
    ),
  };
}

const opensOf = ({ events }: MailRecord) => events.filter(({ event }) => event === 'opened');

/** Recorded opens are limited per day, so if the limit is reached, there may have been more. */
const isAtLeast = (opens: number) => opens >= maxReports.aDay;

const addresses = (order: PackOrder, mails: readonly MailRecord[]) => {
  const { email, contactEmailAddress: contact } = order;
  const went = mails.filter(({ sent }) => sent && !sent.outbox);
  const recipients = [...new Set(went.map(({ recipient }) => recipient))];
  const listed = formatList(recipients.slice(0, 5)) + (recipients.length > 5 ? ' …' : '');
  const compared = recipients.every((one) => isOfCustomer(one, order))
    ? 'Match: all emails went to an address that the customer gave'
    : 'Mismatch: at least one email went to another address';
  return [
    ['Email at purchase', clip(email, 220)],
    ...(contact && contact !== email ? [['Contact email', clip(contact, 220)] as const] : []),
    ['Emails went to', clip(listed, 400) || 'nobody yet'],
    ['Compared', recipients.length === 0 ? 'Nothing to compare' : compared],
  ] as const;
};

function mailBlocks(mail: MailRecord, number: number): Block[] {
  const { subject, template, recipient, provider } = mail;
  return blocksOf(
    { kind: 'heading', said: `Email ${number}: ${clip(subject ?? mailNames[template], 90)}` },
    `“${mailNames[template]}” (${template}) to ${clip(recipient, 110)}, by ${providerNames[provider]}`,
    table({ 'When (UTC)': 20, 'What happened': 62, 'Recorded by': 18 }, mailRows(mail)),
  );
}

const ended = {
  failed: 'Not sent',
  unknown: 'Not known whether it was sent',
  cancelled: 'Cancelled before sending',
} as const;
const reported = {
  delivered: 'Delivered: the recipient’s mail server accepted it',
  opened: 'Opened (indicative)',
  bounced: 'Bounced',
  complained: 'Reported as spam by its recipient',
} as const;

function mailRows(mail: MailRecord): string[][] {
  const { askedAt, askedBy, askedLateAt, provider, sent, ended: end, events, withdrawnAt } = mail;
  const because = (reason: string | null) => (reason ? `: ${clip(reason, 200)}` : '');
  const rows: [at: string, what: string, by: string][] = [];
  if (askedAt)
    rows.push([
      askedAt,
      `Requested by ${askedBy ? clip(askedBy, 60) : 'Arrival Desk itself'}${again(mail)}${afterDisputeText(askedLateAt)}`,
      'Arrival Desk',
    ]);
  if (sent) {
    const what = sent.outbox
      ? 'Written to the outbox: no mail provider was set up'
      : `Accepted by ${providerNames[provider]}, message ID ${clip(sent.messageId ?? 'unknown', 110)}`;
    rows.push([sent.at, what + afterDisputeText(sent.lateAt), sent.outbox ? 'Arrival Desk' : providerNames[provider]]);
  }
  // A mail that ended as `unknown` counts as sent if its acceptance by the provider was recorded later.
  if (end && !sent) rows.push([end.at, `${ended[end.state]}${because(end.reason)}`, 'Arrival Desk']);
  const opened = opensOf(mail);
  for (const one of events) {
    // Only the first open has a row, so that many opens do not displace other events.
    if (one.event === 'opened' && one !== opened[0]) continue;
    const openTimes = `, ${isAtLeast(opened.length) ? 'at least ' : ''}${pluralize(opened.length, 'time')}`;
    const times = one.event === 'opened' && opened.length > 1 ? openTimes : '';
    const what = `${reported[one.event]}${times}${recordedLaterText(one, 'report')}${because(one.reason)}`;
    rows.push([one.at, what, providerNames[provider]]);
  }
  if (withdrawnAt) rows.push([withdrawnAt, 'Its document was withdrawn', 'Arrival Desk']);
  return rows.map(([at, ...cells]) => [packTime(at), ...cells]);
}

function again({ previous, template }: MailRecord): string {
  // Each of these mails is about a different message, so none is a resend.
  if ((messageMailKinds as readonly string[]).includes(template)) return '';
  // A mail that replaces a cancelled one is not a resend.
  if (!previous || previous.state === 'cancelled') return '';
  const because = previous.reason ? ` (${clip(previous.reason, 90)})` : '';
  return `: resent after the previous one to ${clip(previous.recipient, 60)} was recorded as ${previous.state}${because}`;
}

const firstTimestamp = (mail: MailRecord) =>
  mail.sent?.at ?? mail.ended?.at ?? mail.askedAt ?? mail.events[0]?.at ?? '';

function daysOf(mails: readonly MailRecord[], max: number): Block {
  const moments = sortByTime(mails.map((mail) => ({ at: firstTimestamp(mail), mail })));
  const days = groupByDay(moments, ({ mail }) => `${mail.recipient} ${mail.provider}`);
  const row = (day: typeof moments) => {
    const [{ at, mail }] = day as [(typeof day)[number]];
    return [
      packDay(at),
      `${pluralize(day.length, 'email')} to ${clip(mail.recipient, 60)}: ${outcomes(day.map((one) => one.mail))}`,
      providerNames[mail.provider],
    ];
  };
  const middle = (between: (typeof moments)[]) => [
    `to ${packDay(between.flat().at(-1)!.at)}`,
    `${pluralize(between.flat().length, 'email')} on the days between: ${outcomes(between.flat().map(({ mail }) => mail))}`,
    '',
  ];
  const columns = { 'Day (UTC)': 20, 'What happened': 62, 'Recorded by': 18 };
  return table(columns, abridgedRows(days, max, row, middle));
}

function lateDeliveries(mails: readonly MailRecord[]): string {
  const late = mails.filter(({ events }) =>
    events.some((one) => one.event === 'delivered' && recordedLaterText(one, 'report') !== ''),
  ).length;
  return late > 0 ? ` (${late} of them reported over an hour later)` : '';
}

function outcomes(mails: readonly MailRecord[]): string {
  const has = (wanted: MailRecord['events'][number]['event']) =>
    mails.filter(({ events }) => events.some(({ event }) => event === wanted)).length;
  const unsent = mails.filter(({ sent }) => !sent);
  const counts: [number, string][] = [
    [mails.filter(({ sent }) => sent && !sent.outbox).length, 'accepted'],
    [mails.filter(({ sent }) => sent?.outbox).length, 'written to the outbox'],
    [has('delivered'), `delivered${lateDeliveries(mails)}`],
    [has('opened'), 'opened (indicative)'],
    [has('bounced'), 'bounced'],
    [has('complained'), 'reported as spam'],
    [unsent.filter(({ ended: end }) => end && end.state !== 'unknown').length, 'not sent'],
    [unsent.filter(({ ended: end }) => end?.state === 'unknown').length, 'with an unknown outcome'],
  ];
  return counts.flatMap(([n, what]) => (n > 0 ? [`${n} ${what}`] : [])).join(', ') || 'requested';
}

export function mailItems({ order, records }: PackSources, found: Findings): Item[] {
  const { sent, delivered, deliveredLate, bounced, document, isLinked } = found;
  const first = sent[0];
  const isSame = sent.length > 0 && sent.every(({ recipient }) => isOfCustomer(recipient, order));
  const isLate = records.mails.some((mail) => mail.template === 'approval' && mail.sent?.lateAt);
  const isWithdrawn = records.mails.some((mail) => mail.withdrawnAt && mail.sent && !mail.sent.outbox);
  const inOutbox = records.mails.some((mail) => mail.template === 'approval' && mail.sent?.outbox);
  const send = document ? 'Send the email with the document again.' : 'Upload the document. It will then be emailed.';
  return [
    item(Boolean(first), {
      yes: first && isLinked(first) ? 'Document link emailed' : 'Document emailed',
      no: isWithdrawn
        ? 'The document that was emailed was withdrawn'
        : isLate
          ? 'No email with the document recorded before the dispute'
          : 'The document was never emailed',
      detail: first ? `${packMinute(first.sent!.at)}, ${providerNames[first.provider]}` : null,
      today: inOutbox ? 'No mail provider is set up. Set one up, then send the email again.' : send,
      ...{ needed: true, core: true },
    }),
    item(Boolean(delivered), {
      yes: delivered && isLinked(delivered.mail) ? 'Document link delivered' : 'Document delivered',
      no: bounced
        ? 'The email bounced'
        : `No delivery of the email reported${deliveredLate ? ' before the dispute' : ''}`,
      detail: delivered
        ? `${packMinute(delivered.at)}${recordedLaterText(delivered, 'report')}, ${providerNames[delivered.mail.provider]}`
        : undeliveredText(found),
      today: bounced
        ? 'Correct the address, then send the email again.'
        : deliveredLate
          ? 'Nothing to do: new reports would come after the dispute.'
          : send,
      needed: true,
    }),
    item(isSame, {
      yes: 'Same email address at purchase and delivery',
      no: first
        ? 'Different email addresses at delivery and at purchase'
        : 'No delivery email address to compare with the one at purchase',
      today: first ? 'Have the customer confirm the other address, and add a comment with their answer.' : send,
      needed: true,
    }),
  ];
}

function undeliveredText({ bounced, deliveredLate }: Findings): string | null {
  if (bounced) return clip(bounced.reason ?? packMinute(bounced.at), 120);
  return deliveredLate && `Reported on ${packMinute(deliveredLate.recordedAt ?? deliveredLate.at)}`;
}

export const openItem = ({ openedAt, openedLate }: Findings): Item =>
  item(openedAt !== null, {
    yes: 'Email opened',
    no: `No email open recorded${openedLate ? ' before the dispute' : ''}`,
    detail:
      openedAt === null ? 'Only indicative. The pack does not need it.' : `${packMinute(openedAt)}; only indicative`,
  });
