import { count, pluralize } from 'shared/format/count';
import { packDay, packMinute, packTime } from 'shared/format/dates';
import type { AccessRecord } from '../deliveryRecords.ts';
import { type Findings, isSameDevice, type PackRecords } from '../packRecords.ts';
import type { PackSources } from '../readSources.ts';
import {
  accessText,
  type Item,
  groupByDay,
  clip,
  deviceText,
  firstAndLast,
  formatList,
  item,
  orNotRecorded,
  locationText,
  unknownSiteText,
  abridgedRows,
  blocksOf,
  table,
  type Block,
  type ExhibitContent,
  type RowLimit,
} from '../packText.ts';
import { countryDataText } from './orderExhibit.ts';

/** If there are more accesses, they are grouped by day, and only the first and last few are listed in full. */
const maxInFull = 60;
const endsInFull = 20;
const maxGroups = 70;

export function accessExhibit(sources: PackSources, rowLimit: RowLimit): ExhibitContent {
  const { accesses } = sources.records;
  const title = 'Order page views and downloads';
  if (accesses.length === 0) {
    return { title, blocks: blocksOf('No view or download by the customer is recorded.', scopeNote(sources)) };
  }
  const isMany = accesses.length > rowLimit(maxInFull);
  const max = rowLimit(isMany ? endsInFull : maxInFull);
  const { first, last } = firstAndLast(accesses, max);
  const row = (access: AccessRecord) => accessRow(access, sources);
  const files = new Map(accesses.flatMap(({ file }) => (file ? [[file.sha256, file] as const] : [])));
  return {
    title,
    blocks: blocksOf(
      scopeNote(sources),
      unknownSiteNote(sources),
      isMany &&
        `There are ${pluralize(accesses.length, 'view and download', 'views and downloads')}. The table counts all of them by day; the first ${first.length} and the last ${last.length} follow in full.`,
      isMany && daysOf(sources, rowLimit(maxGroups)),
      table(
        { 'When (UTC)': 17, Action: 26, From: 23, With: 20, 'File (SHA-256)': 14 },
        abridgedRows(accesses, max, row, (between) => [
          '',
          `${count(between.length)} more omitted here: see the table by day`,
          '',
          '',
          '',
        ]),
      ),
      ...[...files.values()]
        .slice(0, 5)
        .map(
          ({ name, size, sha256 }) =>
            `${sha256.slice(0, 10)}…: ${clip(name, 90)}, ${size.toLocaleString('en-GB')} bytes, SHA-256 ${sha256}`,
        ),
      sources.places.size > 0 && countryDataText(sources),
    ),
  };
}

function scopeNote({ records }: PackSources): string {
  const isPlaced = records.accesses.every(({ origin }) => origin === 'public');
  const what = isPlaced
    ? 'This lists views and downloads on the customer site by anyone who had entered the order’s ID and email'
    : 'This lists views and downloads by anyone who had entered the order’s ID and email, except on the staff site';
  const leftOut = withoutStaffText(records) ?? 'There were none on the staff site';
  const late = withoutLateText(records);
  return `${what}; views by one device within ten minutes count as one. ${leftOut}. ${late ? `${late}. ` : ''}Staff views in the back office itself are not recorded.`;
}

const withoutStaffText = ({ ofStaff }: Pick<PackRecords, 'ofStaff'>) => withoutText(ofStaff, 'on the staff site');

const withoutLateText = ({ late }: Pick<PackRecords, 'late'>) =>
  withoutText(late, 'recorded only after the dispute but dated before it');

function withoutText(accesses: readonly AccessRecord[], which: string): string | null {
  const downloads = accesses.filter(({ how }) => how === 'download').length;
  const views = accesses.length - downloads;
  const parts = [views > 0 && pluralize(views, 'view'), downloads > 0 && pluralize(downloads, 'download')];
  const texts = parts.filter((text) => text !== false);
  return texts.length > 0 ? `${formatList(texts)} ${which} ${accesses.length === 1 ? 'is' : 'are'} omitted` : null;
}

function unknownSiteNote({ records: { accesses } }: PackSources): string | null {
  const unknown = accesses.filter(({ origin }) => origin === null);
  const last = unknown.at(-1);
  if (!last) return null;
  const which = unknown.length === accesses.length ? 'For all of these' : `For ${count(unknown.length)} of these`;
  return `${which} (most recently on ${packTime(last.at)} UTC), it was not recorded whether the ID and email were entered on the customer site or on the staff site.`;
}

const accessRow = (access: AccessRecord, { places }: PackSources) => [
  packTime(access.at),
  accessText(access) +
    (access.file?.completedAt ? `, completed at ${packTime(access.file.completedAt).slice(-8)}` : ''),
  locationText(access.ip, places, access.timezone),
  deviceText(access),
  access.file ? `${access.file.sha256.slice(0, 10)}…` : '',
];

function daysOf({ records: { accesses }, places }: PackSources, max: number): Block {
  const groups = groupByDay(accesses, ({ ip, browser, os }) => `${ip} ${browser} ${os}`);
  const row = (group: AccessRecord[]) => {
    const one = group[0]!;
    return [packDay(one.at), did(group), locationText(one.ip, places, one.timezone), deviceText(one)];
  };
  const middle = (between: AccessRecord[][]) => [
    `to ${packDay(between.flat().at(-1)!.at)}`,
    did(between.flat()),
    pluralize(new Set(between.flat().map(({ ip }) => ip)).size, 'address', 'addresses'),
    '',
  ];
  const columns = { 'Day (UTC)': 15, Action: 37, From: 27, With: 21 };
  return table(columns, abridgedRows(groups, max, row, middle));
}

function did(accesses: readonly AccessRecord[]): string {
  const downloads = accesses.filter(({ file }) => file);
  const completed = downloads.filter(({ file }) => file?.completedAt).length;
  const views = accesses.length - downloads.length;
  const [first, last] = [accesses[0]!, accesses.at(-1)!].map(({ at }) => packTime(at).slice(-8));
  const parts = [
    views > 0 && pluralize(views, 'view'),
    downloads.length > 0 && `${pluralize(downloads.length, 'download')} (${completed} complete)`,
    first === last ? first : `${first} to ${last}`,
  ];
  return parts.filter(Boolean).join('; ');
}

export function accessItems({ order, records, places }: PackSources, found: Findings): Item[] {
  const { accesses, completed, views, device, sameIp, sameDevice } = found;
  const [first] = completed;
  const begun = found.downloads.length > 0;
  const placed = accesses.filter(({ timezone, ip }) => timezone ?? places.get(ip));
  const seen = placed.find(({ origin }) => origin === 'public') ?? placed[0];
  const isCustomers = accesses.some(({ origin }) => origin === 'public');
  const again = 'Send the email again: its button takes the customer to the document.';
  const onlyWhenPlaced = 'Nothing to do: it is only recorded when an order is placed.';
  const isComparable = Boolean(order.ip) || device !== null;
  return [
    item(views.length > 0 || begun, {
      yes: isCustomers ? 'Order viewed by the customer' : 'Order viewed',
      no: 'No visit by the customer recorded',
      detail: accesses[0]
        ? withUnknownSiteNote(`First ${packMinute(accesses[0].at)}`, accesses)
        : (withoutStaffText(records) ?? withoutLateText(records)),
      today: again,
      ...{ needed: true, core: true },
    }),
    item(Boolean(first), {
      yes: 'Full document downloaded',
      no: begun ? 'No download is recorded as complete' : 'No download recorded',
      detail:
        first && withUnknownSiteNote(`${packMinute(first.at)}, ${pluralize(completed.length, 'time')}`, completed),
      today: again,
      needed: true,
    }),
    item(Boolean(order.ip), {
      yes: 'IP address of the order',
      no: 'The IP address of the order was not recorded',
      detail: order.ip && locationText(order.ip, places),
      today: onlyWhenPlaced,
      needed: true,
    }),
    item(device !== null, {
      yes: 'Device of the order',
      no: 'The device of the order was not recorded',
      detail: device && deviceText(device),
      today: onlyWhenPlaced,
    }),
    item(sameIp + sameDevice > 0, {
      yes: 'Same IP address or device for the order and a visit',
      no: isComparable ? 'The order’s IP address and device were not seen again' : 'Nothing to compare with visits',
      detail:
        sameIp + sameDevice > 0
          ? `IP address ${pluralize(sameIp, 'time')}, device ${pluralize(sameDevice, 'time')}`
          : null,
      today: isComparable
        ? 'Nothing to do: the pack shows the mismatch and explains possible causes.'
        : 'Nothing to do: the order has neither an IP address nor a device.',
    }),
    item(seen !== undefined, {
      yes:
        seen?.origin === 'public'
          ? 'The customer’s location when viewing the order'
          : 'The location where the order was viewed',
      no: 'The customer’s location is not known',
      detail: seen ? locationText(seen.ip, places, seen.timezone) : null,
    }),
  ];
}

const withUnknownSiteNote = (lineText: string, accesses: readonly AccessRecord[]) =>
  [lineText, unknownSiteText(accesses)].filter(Boolean).join('; ');

const maxPairs = 30;

export function comparisonExhibit(sources: PackSources, { device }: Findings, rowLimit: RowLimit): ExhibitContent {
  const { order, records, places } = sources;
  const pairs = [...Map.groupBy(records.accesses, ({ ip, browser, os }) => `${ip} ${browser} ${os}`).values()];
  const shown = pairs.toSorted((one, other) => other.length - one.length).slice(0, rowLimit(maxPairs));
  const ofIp = (ip: string) => (order.ip ? (ip === order.ip ? 'match' : 'mismatch') : 'nothing to compare');
  const ofDevice = (access: AccessRecord) =>
    device ? (isSameDevice(access, device) ? 'match' : 'mismatch') : 'nothing to compare';
  const columns = {
    Where: 17,
    'IP address, country, time zone': 27,
    'Same IP': 14,
    'Browser, device, system': 28,
    'Same device': 14,
  };
  return {
    title: 'Order, tracking and download side by side',
    blocks: blocksOf(
      table(columns, [
        [
          'Order',
          orNotRecorded(order.ip && locationText(order.ip, places)),
          '',
          orNotRecorded(device && deviceText(device)),
          '',
        ],
        ...shown.map((accesses) => {
          const one = accesses[0]!;
          const place = locationText(one.ip, places, one.timezone);
          return [where(accesses), place, ofIp(one.ip), deviceText(one), ofDevice(one)];
        }),
      ]),
      pairs.length > shown.length &&
        `${pluralize(pairs.length - shown.length, 'less frequent pair')} of address and device omitted here.`,
      'Devices match if browser, device and system have the same names, regardless of version, so different devices may match. The IP addresses of a household or mobile network change, so a mismatch alone means little.',
      clip(order.userAgent ?? '', 1) !== '' && `User agent at purchase: ${clip(order.userAgent!, 300)}`,
    ),
  };
}

function where(accesses: readonly AccessRecord[]): string {
  const downloads = accesses.filter(({ how }) => how === 'download').length;
  const views = accesses.length - downloads;
  return [views > 0 && `Tracking, ${views}×`, downloads > 0 && `Download, ${downloads}×`].filter(Boolean).join('; ');
}
