import { ordinaryFacts, packSourcesOf, factOf, type RecordedFact } from '../../testing/packSourcesOf.ts';
import { packContent } from '../packContent.ts';
import { packReadiness } from '../readiness.ts';
import { accessExhibit } from './accessExhibit.ts';

const { placed, viewed, download, downloaded } = factOf;
const ofStaff = { origin: 'staff', ip: '198.51.100.7' };
const unplaced = { origin: undefined };
const staffAlone = [
  ...[placed(), viewed('03 06:00:00', ofStaff), viewed('03 06:01:00', { ...ofStaff, how: 'opened' })],
  download('03 06:02:00', { ...ofStaff, downloadId: 9 }),
  downloaded('03 06:02:04', { ...ofStaff, downloadId: 9 }),
];

function exhibitOf(happened: readonly RecordedFact[]) {
  const { blocks } = accessExhibit(packSourcesOf(2, happened), (max) => max);
  return {
    said: blocks.flatMap((block) => (block.kind === 'said' ? [block.said] : [])),
    rows: blocks.flatMap((block) => (block.kind === 'table' ? block.rows : [])),
  };
}

test('accesses on the staff site are omitted, and their number is stated', () => {
  const withStaff = [
    ...ordinaryFacts,
    viewed('01 00:00:00', ofStaff),
    downloaded('04 00:00:00', { ...ofStaff, downloadId: 2 }),
  ];
  const { said, rows } = exhibitOf(withStaff);
  expect(said[0]).toBe(
    'This lists views and downloads on the customer site by anyone who had entered the order’s ID and email; views by one device within ten minutes count as one. 1 view and 1 download on the staff site are omitted. Staff views in the back office itself are not recorded.',
  );
  expect(rows).toEqual(exhibitOf(ordinaryFacts).rows);
  expect(exhibitOf(ordinaryFacts).said[0]).toContain('There were none on the staff site.');
  expect(exhibitOf([...ordinaryFacts, viewed('01 00:00:00', ofStaff)]).said[0]).toContain(
    '1 view on the staff site is omitted.',
  );
});

test('accesses on the staff site are nowhere else in the pack either', () => {
  const withStaff = [...ordinaryFacts, ...staffAlone.slice(1)];
  const contentOf = (happened: readonly RecordedFact[]) => {
    const { exhibits, ...page1 } = packContent(packSourcesOf(2, happened, { lastHash: null }));
    // Exhibits A and C differ: A counts all ledger entries, and C counts the accesses that it omits.
    return { page1, exhibits: exhibits.filter(({ letter }) => letter !== 'A' && letter !== 'C') };
  };
  expect(contentOf(withStaff)).toEqual(contentOf(ordinaryFacts));
  expect(JSON.stringify(packContent(packSourcesOf(2, withStaff)))).not.toContain(ofStaff.ip);
});

test('with accesses by staff only, the pack is not useful yet and says why', () => {
  const { said, rows } = exhibitOf(staffAlone);
  expect(said).toEqual([
    'No view or download by the customer is recorded.',
    expect.stringContaining('2 views and 1 download on the staff site are omitted.'),
  ]);
  expect(rows).toEqual([]);
  const { verdict, evidence } = packReadiness(packSourcesOf(2, staffAlone));
  expect(verdict).toBe('Not useful yet');
  expect(evidence[2]).toMatchObject({
    ...{ what: 'No visit by the customer recorded', there: false },
    detail: '2 views and 1 download on the staff site are omitted',
  });
  expect(evidence.filter(({ there }) => there).map(({ what }) => what)).toEqual([
    ...['Transaction ID and merchant name', 'Payment and amount'],
    ...['IP address of the order', 'Device of the order'],
  ]);
});

test('without an IP address or device of the order, the pack says that there is nothing to compare', () => {
  const order = { ip: null, userAgent: null };
  const texts = packReadiness(packSourcesOf(2, ordinaryFacts, { order })).evidence.map(({ what }) => what);
  expect(texts).toContain('Nothing to compare with visits');
  expect(texts).not.toContain('The order’s IP address and device were not seen again');
});

test('accesses whose site was not recorded are evidence, but are not attributed to the customer', () => {
  const before = [
    placed(),
    viewed('03 07:00:00', unplaced),
    download('03 07:01:00', unplaced),
    downloaded('03 07:01:04', unplaced),
  ];
  const all = exhibitOf(before);
  expect(all.said[0]).toContain('by anyone who had entered the order’s ID and email, except on the staff site;');
  expect(all.said[1]).toBe(
    'For all of these (most recently on 03 Oct 2026 07:01:00 UTC), it was not recorded whether the ID and email were entered on the customer site or on the staff site.',
  );
  expect(all.rows).toHaveLength(2);
  expect(exhibitOf([...before, viewed('05 00:00:00')]).said[1]).toContain(
    'For 2 of these (most recently on 03 Oct 2026',
  );
  const { evidence } = packReadiness(packSourcesOf(2, before));
  expect(evidence.slice(2, 4)).toMatchObject([
    {
      what: 'Order viewed',
      detail: 'First 03 Oct 2026 07:00 UTC; it was not recorded whether this was on the customer site',
    },
    { what: 'Full document downloaded', there: true },
  ]);
  expect(JSON.stringify(packContent(packSourcesOf(2, before)))).not.toMatch(/[Tt]he customer (downloaded|began|was)/);
});

test('the customer’s place comes only from accesses known to be the customer’s', () => {
  const old = viewed('03 06:00:00', { ...unplaced, timezone: 'Europe/Oslo' });
  const ofCustomer = viewed('03 09:00:00', { timezone: 'Pacific/Auckland' });
  const whereOf = (happened: readonly RecordedFact[]) =>
    packReadiness(packSourcesOf(2, [placed(), ...happened])).evidence.find(({ what }) => what.includes('location'));
  expect(whereOf([old, ofCustomer])).toMatchObject({
    what: 'The customer’s location when viewing the order',
    detail: expect.stringContaining('Auckland'),
  });
  expect(whereOf([old])).toMatchObject({
    what: 'The location where the order was viewed',
    detail: expect.stringContaining('Oslo'),
  });
});

test('an incomplete download says how much was sent', () => {
  const { rows } = exhibitOf([placed(), download(), factOf.sentPart(47_000)]);
  expect(rows[0]![1]).toBe('Download started (bytes sent: at least 97% of the file’s size), not recorded as complete');
});
