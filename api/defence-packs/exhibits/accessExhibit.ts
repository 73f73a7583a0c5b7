import { count } from 'shared/format/count';
import { packDay, packMinute, packTime } from 'shared/format/dates';
import type { AccessRecord } from '../deliveryRecords.ts';
import { type Findings, isSameDevice } from '../findings.ts';
import type { Block, ExhibitContent, RoomFor } from '../packContent.ts';
import type { PackSources } from '../packSources.ts';
import {
  type Item,
  byDay,
  clip,
  counted,
  deviceText,
  ends,
  item,
  lateOutText,
  leftOutText,
  orNotRecorded,
  placeText,
  unplacedText,
} from '../packText.ts';
import { accessText } from '../packTimeline.ts';
import { placesText } from './orderExhibit.ts';

/** So many are told one by one; of more, the first and the last ones, and all of them by day. */
const mostInFull = 60;
const endsInFull = 20;
const mostGroups = 70;

const heads = ['When (UTC)', 'What was done', 'From', 'With', 'File (SHA-256)'];
const widths = [17, 26, 23, 20, 14];

/** The views of the order's page, and the downloads, with the order's id and e-mail; those on the staff's site left out. */
export function accessExhibit(sources: PackSources, roomFor: RoomFor): ExhibitContent {
  const { accesses } = sources.records;
  const title = 'Views of the order’s page, and downloads';
  if (accesses.length === 0) {
    return {
      title,
      blocks: [{ kind: 'said', said: 'No view and no download by the customer is recorded.' }, whatStands(sources)],
    };
  }
  const isMany = accesses.length > roomFor(mostInFull);
  const { first, last, between } = ends(accesses, roomFor(isMany ? endsInFull : mostInFull));
  const row = (access: AccessRecord) => accessRow(access, sources);
  const files = new Map(accesses.flatMap(({ file }) => (file ? [[file.sha256, file] as const] : [])));
  return {
    title,
    blocks: [
      whatStands(sources),
      ...unplaced(sources),
      ...(isMany
        ? [
            {
              kind: 'said',
              said: `There are ${counted(accesses.length, 'view and download', 'views and downloads')}. All of them are counted by day here; the first ${first.length} and the last ${last.length} follow one by one.`,
            } as const,
            daysOf(sources, roomFor(mostGroups)),
          ]
        : []),
      {
        kind: 'table',
        heads,
        widths,
        rows: [
          ...first.map(row),
          ...(between.length > 0
            ? [['', `${count(between.length)} more between these: see the table by day`, '', '', '']]
            : []),
          ...last.map(row),
        ],
      },
      ...[...files.values()].slice(0, 5).map(
        ({ name, size, sha256 }) =>
          ({
            kind: 'said',
            said: `${sha256.slice(0, 10)}…: ${clip(name, 90)}, ${size.toLocaleString('en-GB')} bytes, SHA-256 ${sha256}`,
          }) as const,
      ),
      ...(sources.places.size > 0 ? [{ kind: 'said', said: placesText(sources) } as const] : []),
    ],
  };
}

function whatStands({ records }: PackSources): Block {
  const isPlaced = records.accesses.every(({ origin }) => origin === 'public');
  const what = isPlaced
    ? 'What was done on the customers’ own site with the order’s id and e-mail stands here'
    : 'What was done with the order’s id and e-mail stands here, but for what is known to be on the staff’s site';
  const leftOut = leftOutText(records) ?? 'No view and no download on the staff’s site is recorded';
  const late = lateOutText(records);
  return {
    kind: 'said',
    said: `${what}; what one device looks at within ten minutes is one view. ${leftOut}. ${late ? `${late}. ` : ''}What members of the staff open on the order’s own page is not recorded.`,
  };
}

/** What was recorded before it was told on whose site it was: nobody can say more of it. */
function unplaced({ records: { accesses } }: PackSources): Block[] {
  const told = accesses.filter(({ origin }) => origin === null);
  const last = told.at(-1);
  if (!last) return [];
  const which = told.length === accesses.length ? 'Of all of these' : `Of ${count(told.length)} of these`;
  return [
    {
      kind: 'said',
      said: `${which}, the last on ${packTime(last.at)} UTC, it was not recorded then whether id and e-mail were entered on the customers’ own site or on the staff’s.`,
    },
  ];
}

const accessRow = (access: AccessRecord, { places }: PackSources) => [
  packTime(access.at),
  accessText(access) + (access.file?.completedAt ? `, by ${packTime(access.file.completedAt).slice(-8)}` : ''),
  placeText(access.ip, places, access.timezone),
  deviceText(access),
  access.file ? `${access.file.sha256.slice(0, 10)}…` : '',
];

/** By day, address and device. */
function daysOf({ records: { accesses }, places }: PackSources, most: number): Block {
  const groups = byDay(accesses, ({ ip, browser, os }) => `${ip} ${browser} ${os}`);
  const { first, last, between } = ends(groups, most);
  const row = (group: AccessRecord[]) => {
    const [one] = group as [AccessRecord];
    return [packDay(one.at), did(group), placeText(one.ip, places, one.timezone), deviceText(one)];
  };
  const middle = between.flat();
  return {
    kind: 'table',
    heads: ['Day (UTC)', ...heads.slice(1, 4)],
    widths: [15, 37, 27, 21],
    rows: [
      ...first.map(row),
      ...(middle.length > 0
        ? [
            [
              `to ${packDay(middle.at(-1)!.at)}`,
              did(middle),
              counted(new Set(middle.map(({ ip }) => ip)).size, 'address', 'addresses'),
              '',
            ],
          ]
        : []),
      ...last.map(row),
    ],
  };
}

function did(accesses: readonly AccessRecord[]): string {
  const downloads = accesses.filter(({ file }) => file);
  const completed = downloads.filter(({ file }) => file?.completedAt).length;
  const views = accesses.length - downloads.length;
  const [first, last] = [accesses[0]!, accesses.at(-1)!].map(({ at }) => packTime(at).slice(-8));
  const span = first === last ? first : `${first} to ${last}`;
  const told = [
    ...(views > 0 ? [counted(views, 'view')] : []),
    ...(downloads.length > 0 ? [`${counted(downloads.length, 'download')}, ${completed} of them in whole`] : []),
  ];
  return `${told.join('; ')}; ${span}`;
}

export function accessItems({ order, records, places }: Omit<PackSources, 'fault'>, found: Findings): Item[] {
  const { completed, views, device, sameIp, sameDevice } = found;
  const [first] = completed;
  const begun = found.downloads.length > 0;
  const placed = records.accesses.filter(({ timezone, ip }) => timezone ?? places.get(ip));
  const seen = placed.find(({ origin }) => origin === 'public') ?? placed[0];
  const isCustomers = records.accesses.some(({ origin }) => origin === 'public');
  const again = 'Send the e-mail again: its button leads the customer to the document.';
  return [
    item(views.length > 0 || begun, {
      yes: isCustomers ? 'Order looked at by the customer' : 'Order looked at',
      no: 'No visit by the customer recorded',
      detail: records.accesses[0]
        ? andUnplaced(`First ${packMinute(records.accesses[0].at)}`, records.accesses)
        : (leftOutText(records) ?? lateOutText(records)),
      today: again,
      ...{ needed: true, core: true },
    }),
    item(Boolean(first), {
      yes: 'Document downloaded in whole',
      no: begun ? 'No download is recorded as complete' : 'No download recorded',
      detail: first && andUnplaced(`${packMinute(first.at)}, ${counted(completed.length, 'time')}`, completed),
      today: again,
      needed: true,
    }),
    item(Boolean(order.ip), {
      yes: 'IP address of the order',
      no: 'The IP address of the order was not recorded',
      detail: order.ip && placeText(order.ip, places),
      today: 'Nothing: it is recorded only as an order comes in.',
      needed: true,
    }),
    item(device !== null, {
      yes: 'Device of the order',
      no: 'The device of the order was not recorded',
      detail: device && deviceText(device),
      today: 'Nothing: it is recorded only as an order comes in.',
    }),
    item(sameIp + sameDevice > 0, {
      yes: 'Same IP address or device at order and access',
      no: 'Neither IP address nor device of the order seen again',
      detail:
        sameIp + sameDevice > 0 ? `IP address ${counted(sameIp, 'time')}, device ${counted(sameDevice, 'time')}` : null,
      today: 'Nothing: the pack shows the mismatch, and says why it may be.',
    }),
    item(seen !== undefined, {
      yes: seen?.origin === 'public' ? 'Where the customer was' : 'Where it was looked at',
      no: 'It is not known where the customer was',
      detail: seen ? placeText(seen.ip, places, seen.timezone) : null,
    }),
  ];
}

const andUnplaced = (said: string, accesses: readonly AccessRecord[]) =>
  [said, unplacedText(accesses)].filter(Boolean).join('; ');

/** The number of pairs of address and device that the exhibit lists. */
const maxPairs = 30;

/** IP address and device of the order, of tracking and of downloads side by side, matches and mismatches marked. */
export function comparisonExhibit(sources: PackSources, { device }: Findings, roomFor: RoomFor): ExhibitContent {
  const { order, records, places } = sources;
  const pairs = [...Map.groupBy(records.accesses, ({ ip, browser, os }) => `${ip} ${browser} ${os}`).values()];
  const shown = pairs.toSorted((one, other) => other.length - one.length).slice(0, roomFor(maxPairs));
  const ofIp = (ip: string) => (order.ip ? (ip === order.ip ? 'match' : 'mismatch') : 'nothing to compare with');
  const ofDevice = (access: AccessRecord) =>
    device ? (isSameDevice(access, device) ? 'match' : 'mismatch') : 'nothing to compare with';
  return {
    title: 'Order, tracking and download side by side',
    blocks: [
      {
        kind: 'table',
        heads: ['Where', 'IP address, country, time zone', 'IP address', 'Browser, device, system', 'Device'],
        widths: [17, 27, 14, 28, 14],
        rows: [
          [
            'Order',
            order.ip ? placeText(order.ip, places) : orNotRecorded(null),
            '',
            orNotRecorded(device && deviceText(device)),
            '',
          ],
          ...shown.map((accesses) => {
            const [one] = accesses as [AccessRecord];
            return [
              where(accesses),
              placeText(one.ip, places, one.timezone),
              ofIp(one.ip),
              deviceText(one),
              ofDevice(one),
            ];
          }),
        ],
      },
      ...(pairs.length > shown.length
        ? [
            {
              kind: 'said',
              said: `${counted(pairs.length - shown.length, 'rarer pair')} of address and device left out here.`,
            } as const,
          ]
        : []),
      {
        kind: 'said',
        said: 'A match of devices is one of browser, device and system by name, without versions: many devices have the same. IP addresses of one household or mobile network change, so that a mismatch alone says little.',
      },
      ...(clip(order.userAgent ?? '', 1)
        ? [{ kind: 'said', said: `Browser of the order, as it told itself: ${clip(order.userAgent!, 300)}` } as const]
        : []),
    ],
  };
}

function where(accesses: readonly AccessRecord[]): string {
  const downloads = accesses.filter(({ how }) => how === 'download').length;
  const views = accesses.length - downloads;
  return [views > 0 && `Tracking, ${views}×`, downloads > 0 && `Download, ${downloads}×`].filter(Boolean).join('; ');
}
