import { packTime } from 'shared/format/dates';
import type { Findings } from '../findings.ts';
import type { ExhibitContent, RoomFor } from '../packContent.ts';
import type { DocumentRecord, PackRecords } from '../packRecords.ts';
import { afterDisputeText, clip, counted, ends, item, type Item, withdrawnText } from '../packText.ts';

const mostDocuments = 20;

/** Every document that was stored for the order, by name, size and SHA-256. */
export function documentExhibit({ documents }: PackRecords, roomFor: RoomFor): ExhibitContent {
  const title = 'The document: name, size, SHA-256';
  if (documents.length === 0)
    return { title, blocks: [{ kind: 'said', said: 'No document of this order is recorded.' }] };
  const { first, last, between } = ends(documents, roomFor(mostDocuments));
  return {
    title,
    blocks: [
      {
        kind: 'table',
        heads: ['Stored (UTC)', 'Name', 'Bytes', 'SHA-256'],
        widths: [20, 26, 12, 42],
        rows: [
          ...first.map(row),
          ...(between.length > 0 ? [['', `${counted(between.length, 'more document')} between these`, '', '']] : []),
          ...last.map(row),
        ],
      },
      {
        kind: 'said',
        said: 'The SHA-256 is a fingerprint of all bytes of the file, taken when it was stored. A file with one other byte has another one.',
      },
    ],
  };
}

const row = ({ at, lateAt, name, size, sha256, withdrawnAt }: DocumentRecord) => [
  packTime(at),
  clip(name, 110) + afterDisputeText(lateAt) + withdrawnText(withdrawnAt),
  size.toLocaleString('en-GB'),
  sha256,
];

const whereItStands =
  'Its name, size and SHA-256, as they were recorded, stand in the exhibit of the document’s name, size and SHA-256.';

const unmasked = 'The original document is not masked: passport numbers stand in it in full.';

export const copyExhibit = ({
  isFileThere,
  isLeftOut,
}: {
  isFileThere: boolean;
  isLeftOut: boolean;
}): ExhibitContent => ({
  title: 'The delivered document itself',
  blocks: [
    ...(isFileThere ? [{ kind: 'said', said: unmasked } as const] : []),
    {
      kind: 'document',
      otherwise: isLeftOut
        ? `Its pages are left out of this pack. ${whereItStands}`
        : isFileThere
          ? `The pages of the file could not be drawn here, so the file itself is to be sent along. ${whereItStands}`
          : `The file cannot be shown here. ${whereItStands}`,
    },
  ],
});

export const documentItem = ({ document }: Findings): Item =>
  item(document !== null, {
    yes: 'Document file and SHA-256',
    no: 'There is no document',
    detail: document && clip(document.name, 90),
    today: 'Upload the document: it is e-mailed then.',
    needed: true,
  });
