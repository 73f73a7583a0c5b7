import { packDay, packMinute, packTime } from 'shared/format/dates';
import { mostReports } from '../../mail/noteReport.ts';
import { type Findings, isOfCustomer } from '../findings.ts';
import type { MailRecord } from '../deliveryRecords.ts';
import type { Block, ExhibitContent, RoomFor } from '../packContent.ts';
import type { PackOrder, PackSources } from '../packSources.ts';
import {
  afterDisputeText,
  byDay,
  clip,
  counted,
  ends,
  item,
  type Item,
  laterText,
  listed,
  providerNames,
} from '../packText.ts';
import { mailNames } from '../packTimeline.ts';

/** So many e-mails are told in full; of more, the first and the last ones, and all of them by day. */
const mostInFull = 24;
const endsInFull = 8;
const mostDays = 60;

const heads = ['When (UTC)', 'What happened', 'Recorded by'];
const widths = [20, 62, 18];

/** Every e-mail of the order: recipient, times, provider, the provider's id, delivery events; who sent again, and why. */
export function mailExhibit({ order, records: { mails, takenBack } }: PackSources, roomFor: RoomFor): ExhibitContent {
  const title = 'Every e-mail: recipient, times, provider, message id, delivery events';
  const leftOut = takenBackText(takenBack);
  if (mails.length === 0)
    return { title, blocks: [{ kind: 'said', said: 'No e-mail of this order is recorded.' }, ...leftOut] };
  const isMany = mails.length > roomFor(mostInFull);
  const { first, last, between } = ends(mails, roomFor(isMany ? endsInFull : mostInFull));
  const numbered = new Map(mails.map((mail, index) => [mail, index + 1]));
  const inFull = (some: readonly MailRecord[]) => some.flatMap((mail) => mailBlocks(mail, numbered.get(mail)!));
  const opened = Math.max(0, ...mails.map((mail) => opensOf(mail).length));
  return {
    title,
    blocks: [
      { kind: 'facts', facts: addresses(order, mails) },
      ...(isMany ? [folded(mails.length, first.length, last.length), daysOf(mails, roomFor(mostDays))] : []),
      ...inFull(first),
      ...(between.length > 0
        ? [{ kind: 'said', said: `${counted(between.length, 'e-mail')} between these: see the table by day.` } as const]
        : []),
      ...inFull(last),
      ...(opened > 0 ? [{ kind: 'said', said: openedIsIndicative(isAtLeast(opened)) } as const] : []),
      ...leftOut,
    ],
  };
}

const takenBackText = (takenBack: number): Block[] =>
  takenBack === 0
    ? []
    : [
        {
          kind: 'said',
          said: `${counted(takenBack, 'e-mail that was', 'e-mails that were')} taken back before sending ${takenBack === 1 ? 'is' : 'are'} left out.`,
        },
      ];

const opensOf = ({ events }: MailRecord) => events.filter(({ event }) => event === 'opened');

/** Of so many openings there may have been more: not all of a day are kept. */
const isAtLeast = (opens: number) => opens >= mostReports.aDay;

const openedIsIndicative = (isCut: boolean) =>
  `Opened (indicative): a picture in the e-mail was loaded. A mail program may load it by itself, or never.${isCut ? ` Of one e-mail at most ${mostReports.aDay} openings a day are kept.` : ''}`;

const addresses = (order: PackOrder, mails: readonly MailRecord[]) => {
  const { email, contactEmailAddress: contact } = order;
  // Nothing went by a mail that failed, was taken back, or only lies in the outbox.
  const went = mails.filter(({ sent }) => sent && !sent.outbox);
  const recipients = [...new Set(went.map(({ recipient }) => recipient))];
  const isSame = recipients.every((one) => isOfCustomer(one, order));
  return [
    ['E-mail at purchase', clip(email, 220)],
    ...(contact && contact !== email ? [['Contact e-mail', clip(contact, 220)] as const] : []),
    [
      'E-mails went to',
      clip(listed(recipients.slice(0, 5)) + (recipients.length > 5 ? ' …' : ''), 400) || 'nobody yet',
    ],
    [
      'Compared',
      recipients.length === 0 ? 'Nothing to compare' : isSame ? 'The same: match' : 'Not all the same: mismatch',
    ],
  ] as const;
};

const folded = (all: number, first: number, last: number): Block => ({
  kind: 'said',
  said: `There are ${all} e-mails. All of them are counted by day here; the first ${first} and the last ${last} follow in full.`,
});

/** One e-mail: what it was, then each thing that happened to it. */
function mailBlocks(mail: MailRecord, number: number): Block[] {
  const { subject, template, recipient, provider } = mail;
  return [
    { kind: 'heading', said: `E-mail ${number}: ${clip(subject ?? mailNames[template], 90)}` },
    {
      kind: 'said',
      said: `“${mailNames[template]}” (${template}) to ${clip(recipient, 110)}, by ${providerNames[provider]}`,
    },
    { kind: 'table', heads, widths, rows: mailRows(mail) },
  ];
}

const ended = {
  failed: 'Not sent',
  unknown: 'Nobody knows whether it went',
  cancelled: 'Taken back before it went',
} as const;
const reported = {
  delivered: 'Delivered: the recipient’s mail server accepted it',
  opened: 'Opened (indicative)',
  bounced: 'Came back',
  complained: 'Reported as spam by its recipient',
} as const;

function mailRows(mail: MailRecord): string[][] {
  const { askedAt, askedBy, askedLateAt, provider, sent, ended: end, events, withdrawnAt } = mail;
  const because = (reason: string | null) => (reason ? `: ${clip(reason, 200)}` : '');
  const rows: [at: string, what: string, by: string][] = [];
  if (askedAt)
    rows.push([
      askedAt,
      `Asked for by ${askedBy ? clip(askedBy, 60) : 'Arrival Desk itself'}${again(mail)}${afterDisputeText(askedLateAt)}`,
      'Arrival Desk',
    ]);
  if (sent) {
    const what = sent.outbox
      ? 'Written to the outbox: no mail provider was set up'
      : `Accepted by ${providerNames[provider]}, message id ${clip(sent.messageId ?? 'not told', 110)}`;
    rows.push([sent.at, what + afterDisputeText(sent.lateAt), sent.outbox ? 'Arrival Desk' : providerNames[provider]]);
  }
  // One that nobody knew of for a while, and that its provider took after all, did go.
  if (end && !sent) rows.push([end.at, `${ended[end.state]}${because(end.reason)}`, 'Arrival Desk']);
  const opened = opensOf(mail);
  for (const one of events) {
    // A provider reports each opening; the first one tells for all, so that nothing else is ever left out.
    if (one.event === 'opened' && one !== opened[0]) continue;
    const times = one.event === 'opened' && opened.length > 1 ? `, ${openTimes(opened.length)}` : '';
    const what = `${reported[one.event]}${times}${laterText(one, 'report')}${because(one.reason)}`;
    rows.push([one.at, what, providerNames[provider]]);
  }
  if (withdrawnAt) rows.push([withdrawnAt, 'Its document was withdrawn', 'Arrival Desk']);
  return rows.map(([at, ...said]) => [packTime(at), ...said]);
}

const openTimes = (opens: number) => `${isAtLeast(opens) ? 'at least ' : ''}${counted(opens, 'time')}`;

/** Why it was asked for: there was one before it. */
function again({ previous }: MailRecord): string {
  // One that was taken back never went, so nothing was sent again.
  if (!previous || previous.state === 'cancelled') return '';
  const because = previous.reason ? ` (${clip(previous.reason, 90)})` : '';
  return `: sent again, after the one before to ${clip(previous.recipient, 60)} was ${previous.state}${because}`;
}

const momentOf = (mail: MailRecord) => mail.sent?.at ?? mail.ended?.at ?? mail.askedAt ?? mail.events[0]?.at ?? '';

function daysOf(mails: readonly MailRecord[], most: number): Block {
  const moments = mails
    .map((mail) => ({ at: momentOf(mail), mail }))
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  const days = byDay(moments, ({ mail }) => `${mail.recipient} ${mail.provider}`);
  const { first, last, between } = ends(days, most);
  const row = (day: typeof moments) => {
    const [{ at, mail }] = day as [(typeof day)[number]];
    return [
      packDay(at),
      `${counted(day.length, 'e-mail')} to ${clip(mail.recipient, 60)}: ${outcomes(day.map((one) => one.mail))}`,
      providerNames[mail.provider],
    ];
  };
  const middle = between.flat();
  return {
    kind: 'table',
    heads: ['Day (UTC)', ...heads.slice(1)],
    widths,
    rows: [
      ...first.map(row),
      ...(middle.length > 0
        ? [
            [
              `to ${packDay(middle.at(-1)!.at)}`,
              `${counted(middle.length, 'e-mail')} on the days between: ${outcomes(middle.map(({ mail }) => mail))}`,
              '',
            ],
          ]
        : []),
      ...last.map(row),
    ],
  };
}

/** A back-dated report shows also where mails are only counted. */
function lateDeliveries(mails: readonly MailRecord[]): string {
  const late = mails.filter(({ events }) =>
    events.some((one) => one.event === 'delivered' && laterText(one, 'report') !== ''),
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
    [has('bounced'), 'came back'],
    [has('complained'), 'reported as spam'],
    [unsent.filter(({ ended: end }) => end && end.state !== 'unknown').length, 'not sent'],
    [unsent.filter(({ ended: end }) => end?.state === 'unknown').length, 'of which nobody knows whether they went'],
  ];
  return counts.flatMap(([n, what]) => (n > 0 ? [`${n} ${what}`] : [])).join(', ') || 'asked for';
}

export function mailItems({ order, records }: Omit<PackSources, 'fault'>, found: Findings): Item[] {
  const { sent, delivered, deliveredLate, bounced, document, isLinked } = found;
  const first = sent[0];
  const isSame = sent.length > 0 && sent.every(({ recipient }) => isOfCustomer(recipient, order));
  const isLate = records.mails.some((mail) => mail.template === 'approval' && mail.sent?.lateAt);
  const isWithdrawn = records.mails.some((mail) => mail.withdrawnAt && mail.sent && !mail.sent.outbox);
  const inOutbox = records.mails.some((mail) => mail.template === 'approval' && mail.sent?.outbox);
  const send = document ? 'Send the e-mail with the document again.' : 'Upload the document: it is e-mailed then.';
  return [
    item(Boolean(first), {
      yes: first && isLinked(first) ? 'Link to the document e-mailed' : 'Document e-mailed',
      no: isWithdrawn
        ? 'The document that was e-mailed was withdrawn'
        : isLate
          ? 'No e-mail of the document recorded before the dispute'
          : 'The document was never e-mailed',
      detail: first ? `${packMinute(first.sent!.at)}, ${providerNames[first.provider]}` : null,
      today: inOutbox ? 'No mail provider was set up. Have one set up, then send the e-mail again.' : send,
      ...{ needed: true, core: true },
    }),
    item(Boolean(delivered), {
      yes: delivered && isLinked(delivered.mail) ? 'Link to the document delivered' : 'Document delivered',
      no: bounced
        ? 'The e-mail came back'
        : `No delivery of the e-mail reported${deliveredLate ? ' before the dispute' : ''}`,
      detail: delivered
        ? `${packMinute(delivered.at)}${laterText(delivered, 'report')}, ${providerNames[delivered.mail.provider]}`
        : undeliveredText(found),
      today: bounced
        ? 'Correct the address, then send the e-mail again.'
        : deliveredLate
          ? 'Nothing: what is reported now comes after the dispute.'
          : send,
      needed: true,
    }),
    item(isSame, {
      yes: 'Same e-mail at purchase and delivery',
      no: first
        ? 'Another e-mail at delivery than at purchase'
        : 'No e-mail of a delivery to compare with that of the purchase',
      today: first ? 'Have the customer confirm the other address, and comment on what they say.' : send,
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
    yes: 'E-mail opened',
    no: `No open of the e-mail recorded${openedLate ? ' before the dispute' : ''}`,
    detail:
      openedAt === null ? 'Only indicative. The pack does not need it.' : `${packMinute(openedAt)}; only indicative`,
  });
