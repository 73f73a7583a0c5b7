import { packTime } from 'shared/format/dates';
import type { ExhibitContent, RoomFor } from '../packContent.ts';
import type { PackRecords, RemarkRecord } from '../packRecords.ts';
import type { PackSources } from '../packSources.ts';
import { afterDisputeText, clip, counted, ends, item, type Item } from '../packText.ts';

const mostContacts = 24;
const mostLetters = 600;

/** Remarks that staff flagged as a call or a WhatsApp message; null: there are none. */
export function contactsExhibit({ contacts }: PackRecords, roomFor: RoomFor): ExhibitContent | null {
  if (contacts.length === 0) return null;
  const { first, last, between } = ends(contacts, roomFor(mostContacts));
  const isCut = contacts.some(({ text }) => [...text].length > mostLetters);
  return {
    title: 'Calls and WhatsApp messages',
    blocks: [
      {
        kind: 'said',
        said: 'What members of the staff wrote down of calls and messages, and when they wrote it down.',
      },
      {
        kind: 'table',
        heads: ['When (UTC)', 'How', 'What was written', 'By'],
        widths: [20, 12, 52, 16],
        rows: [
          ...first.map(row),
          ...(between.length > 0 ? [['', '', `${counted(between.length, 'more remark')} between these`, '']] : []),
          ...last.map(row),
        ],
      },
      ...(isCut
        ? [{ kind: 'said', said: `Of a longer remark the first ${mostLetters} letters are shown.` } as const]
        : []),
    ],
  };
}

const row = ({ at, lateAt, by, text, telephone, whatsapp }: RemarkRecord) => [
  packTime(at),
  [telephone && 'Call', whatsapp && 'WhatsApp'].filter(Boolean).join(', '),
  clip(text, mostLetters) + afterDisputeText(lateAt),
  clip(by ?? 'Arrival Desk', 60),
];

export function contactItem({ records }: Omit<PackSources, 'fault'>): Item {
  const contacts = records.contacts.filter(({ lateAt }) => lateAt === null);
  return item(contacts.length > 0, {
    yes: 'Call or WhatsApp message recorded',
    no: 'No call and no WhatsApp message recorded',
    detail: contacts.length > 0 ? counted(contacts.length, 'remark') : null,
    today: 'Call the customer, comment on what they say, and tick Telephone or Whatsapp.',
  });
}
