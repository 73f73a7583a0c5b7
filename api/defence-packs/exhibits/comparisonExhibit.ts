import { isSameDevice, type Findings } from '../findings.ts';
import type { ExhibitContent, RoomFor } from '../packContent.ts';
import type { AccessRecord } from '../accessRecords.ts';
import type { PackSources } from '../packSources.ts';
import { clip, counted, deviceText, orNotRecorded, placeText } from '../packText.ts';

/** So many pairs of address and device are told. */
const mostPairs = 30;

/** IP address and device of the order, of tracking and of downloads side by side, matches and mismatches marked. */
export function comparisonExhibit(sources: PackSources, { device }: Findings, roomFor: RoomFor): ExhibitContent {
  const { order, records, places } = sources;
  const pairs = [...Map.groupBy(records.accesses, ({ ip, browser, os }) => `${ip} ${browser} ${os}`).values()];
  const shown = pairs.toSorted((one, other) => other.length - one.length).slice(0, roomFor(mostPairs));
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
