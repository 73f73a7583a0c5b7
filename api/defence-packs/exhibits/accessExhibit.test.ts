import { ordinary, packSourcesOf, told, type Told } from '../../testing/packSourcesOf.ts';
import { packContent } from '../packContent.ts';
import { packReadiness } from '../readiness.ts';
import { accessExhibit } from './accessExhibit.ts';

const { placed, viewed, download, downloaded } = told;
const ofStaff = { origin: 'staff', ip: '198.51.100.7' };
const unplaced = { origin: undefined };
const staffAlone = [
  ...[placed(), viewed('03 06:00:00', ofStaff), viewed('03 06:01:00', { ...ofStaff, how: 'opened' })],
  download('03 06:02:00', { ...ofStaff, downloadId: 9 }),
  downloaded('03 06:02:04', { ...ofStaff, downloadId: 9 }),
];

function exhibitOf(happened: readonly Told[]) {
  const { blocks } = accessExhibit(packSourcesOf(2, happened), (most) => most);
  return {
    said: blocks.flatMap((block) => (block.kind === 'said' ? [block.said] : [])),
    rows: blocks.flatMap((block) => (block.kind === 'table' ? block.rows : [])),
  };
}

test('what was done on the staff’s site is left out, and it says how much that is', () => {
  const withStaff = [
    ...ordinary,
    viewed('01 00:00:00', ofStaff),
    downloaded('04 00:00:00', { ...ofStaff, downloadId: 2 }),
  ];
  const { said, rows } = exhibitOf(withStaff);
  expect(said[0]).toBe(
    'What was done on the customers’ own site with the order’s id and e-mail stands here; what one device looks at within ten minutes is one view. 1 view and 1 download on the staff’s site are left out. What members of the staff open on the order’s own page is not recorded.',
  );
  expect(rows).toEqual(exhibitOf(ordinary).rows);
  expect(exhibitOf(ordinary).said[0]).toContain('No view and no download on the staff’s site is recorded.');
  expect(exhibitOf([...ordinary, viewed('01 00:00:00', ofStaff)]).said[0]).toContain(
    '1 view on the staff’s site is left out.',
  );
});

test('nothing that staff did there stands anywhere else in the pack', () => {
  const withStaff = [...ordinary, ...staffAlone.slice(1)];
  const contentOf = (happened: readonly Told[]) => {
    const { exhibits, ...page1 } = packContent(packSourcesOf(2, happened, { lastHash: null }));
    // The record of the order counts entries, and this exhibit what it leaves out.
    return { page1, exhibits: exhibits.filter(({ letter }) => letter !== 'A' && letter !== 'C') };
  };
  expect(contentOf(withStaff)).toEqual(contentOf(ordinary));
  expect(JSON.stringify(packContent(packSourcesOf(2, withStaff)))).not.toContain(ofStaff.ip);
});

test('where staff alone were there, nobody looked: the pack is of no use yet, and it says why', () => {
  const { said, rows } = exhibitOf(staffAlone);
  expect(said).toEqual([
    'No view and no download by the customer is recorded.',
    expect.stringContaining('2 views and 1 download on the staff’s site are left out.'),
  ]);
  expect(rows).toEqual([]);
  const { verdict, evidence } = packReadiness(packSourcesOf(2, staffAlone));
  expect(verdict).toBe('Not useful yet');
  expect(evidence[2]).toMatchObject({
    ...{ what: 'No visit by the customer recorded', there: false },
    detail: '2 views and 1 download on the staff’s site are left out',
  });
  expect(evidence.filter(({ there }) => there).map(({ what }) => what)).toEqual([
    ...['Transaction id and merchant name', 'Payment with its amount'],
    ...['IP address of the order', 'Device of the order'],
  ]);
});

test('what was recorded before it was told on whose site counts, and claims no customer', () => {
  const before = [
    placed(),
    viewed('03 07:00:00', unplaced),
    download('03 07:01:00', unplaced),
    downloaded('03 07:01:04', unplaced),
  ];
  const all = exhibitOf(before);
  expect(all.said[0]).toContain('stands here, but for what is known to be on the staff’s site;');
  expect(all.said[1]).toBe(
    'Of all of these, the last on 03 Oct 2026 07:01:00 UTC, it was not recorded then whether id and e-mail were entered on the customers’ own site or on the staff’s.',
  );
  expect(all.rows).toHaveLength(2);
  expect(exhibitOf([...before, viewed('05 00:00:00')]).said[1]).toContain('Of 2 of these, the last on 03 Oct 2026');
  const { evidence } = packReadiness(packSourcesOf(2, before));
  expect(evidence.slice(2, 4)).toMatchObject([
    {
      what: 'Order looked at',
      detail: 'First 03 Oct 2026 07:00 UTC; whether on the customers’ own site was not recorded then',
    },
    { what: 'Document downloaded in whole', there: true },
  ]);
  expect(JSON.stringify(packContent(packSourcesOf(2, before)))).not.toMatch(/[Tt]he customer (downloaded|began|was)/);
});

test('where the customer was is told of what is known to be theirs, not of an older look of which nobody knows', () => {
  const old = viewed('03 06:00:00', { ...unplaced, timezone: 'Europe/Oslo' });
  const ofCustomer = viewed('03 09:00:00', { timezone: 'Pacific/Auckland' });
  const whereOf = (happened: readonly Told[]) =>
    packReadiness(packSourcesOf(2, [placed(), ...happened])).evidence.find(({ what }) => /^Where /.test(what));
  expect(whereOf([old, ofCustomer])).toMatchObject({
    what: 'Where the customer was',
    detail: expect.stringContaining('Auckland'),
  });
  expect(whereOf([old])).toMatchObject({ what: 'Where it was looked at', detail: expect.stringContaining('Oslo') });
});

test('a download that was not completed says how much of it was sent', () => {
  const { rows } = exhibitOf([placed(), download(), told.sentPart(47_000)]);
  expect(rows[0]![1]).toBe('Download begun, bytes sent: at least 97% of its size, not recorded as complete');
});
