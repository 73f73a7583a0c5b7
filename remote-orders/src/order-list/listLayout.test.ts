import { folderNames, type FolderName } from 'shared/rules/folders';
import { listColumns } from 'shared/rules/listColumns';
import { isFlex, listLayout, selectWidth } from './listLayout.ts';
import { gridColumns } from './orderColumns.tsx';

const at = (folder: FolderName, card: number, window: number, compact = false) =>
  listLayout(folder, { card, window, compact, mayDelete: true });

/** The card's width that is left for names and emails, in pixels. */
const left = (card: number, { columns, widths }: ReturnType<typeof listLayout>) =>
  columns.reduce((rest, column) => rest - (isFlex(column) ? 0 : widths[column]), card - selectWidth);

test.each(folderNames)('at 1280 px %s shows all its columns but Assigned To, also in compact rows', (name) => {
  const columns = listColumns(name).filter((column) => column !== 'assign_to');
  expect(at(name, 930, 1280).columns).toEqual(columns);
  expect(at(name, 930, 1280, true).columns).toEqual(columns);
});

test.each(
  [644, 676, 720, 740, 800, 899, 930, 1090].flatMap((card) =>
    [true, false].flatMap((compact) => folderNames.map((name) => [name, card, compact] as const)),
  ),
)('%s at %d px (compact: %s) does not scroll sideways, and name and email have room', (name, card, compact) => {
  const layout = at(name, card, card + 350, compact);
  const texts = layout.columns.filter(isFlex).map((column) => layout.widths[column]);
  expect(left(card, layout)).toBeGreaterThanOrEqual(texts.reduce((sum, width) => sum + width));
});

test.each([
  ['wraps', 930, 1280, 100],
  ['takes one line', 1180, 1280, 162],
])('the columns have the same width in every folder, and a two-word status %s', (_, card, window, status) => {
  const widthsOf = (name: FolderName) => {
    const { columns, widths } = at(name, card, window);
    return columns
      .filter((column) => column !== 'processing_date' && !isFlex(column))
      .map((one) => [one, widths[one as keyof typeof widths]]);
  };
  const known = new Map<unknown, unknown>();
  for (const name of folderNames.filter((folder) => folder !== 'futureOrder'))
    for (const [column, width] of widthsOf(name)) {
      expect(known.get(column) ?? width).toBe(width);
      known.set(column, width);
    }
  expect(known.get('process_status')).toBe(status);
});

test('at 1280 px an email in Refund Orders is readable', () => {
  expect(left(930, at('refundOrder', 930, 1280))).toBeGreaterThanOrEqual(2 * 120);
});

test.each([
  ['newOrder', 216],
  ['allOrder', 186],
  ['refundOrder', 226],
] as const)('at 1100 px compact rows of %s have %d px for the name, and no email', (name, width) => {
  const layout = at(name, 750, 1100, true);
  expect(layout.columns.filter(isFlex)).toEqual(['full_name']);
  expect(left(750, layout)).toBe(width);
});

test.each(folderNames)('rows of %s do not scroll sideways next to a scrollbar', (name) => {
  for (let card = 720; card < 1090; card += 1) {
    for (const compact of [true, false]) {
      const layout = at(name, card, card + 350, compact);
      const texts = layout.columns.filter(isFlex).map((column) => layout.widths[column]);
      expect(left(card, layout)).toBeGreaterThanOrEqual(texts.reduce((sum, width) => sum + width, 15));
    }
  }
});

test('in compact rows a name has at least 150 px, and gets more of what is left than the email', () => {
  const sharesAt = (card: number) => {
    const layout = at('allOrder', card, card + 350, true);
    const [name, email] = gridColumns(layout, new Map()).filter(({ field }) => ['full_name', 'email'].includes(field));
    const shared = (left(card, layout) * name!.flex!) / (name!.flex! + email!.flex!);
    const width = Math.round(Math.max(name!.minWidth!, shared));
    return [width, Math.round(left(card, layout)) - width];
  };
  expect([840, 930, 1430].map(sharesAt)).toEqual([
    [153, 123],
    [169, 135],
    [376, 300],
  ]);
});

test('in compact rows a status of two words breaks before the email is hidden', () => {
  const narrower = (card: number) => {
    const { columns, widths } = at('allOrder', card, card + 350, true);
    return [widths.process_status, columns.includes('email'), columns.includes('telephone')];
  };
  expect([900, 840, 740, 650].map(narrower)).toEqual([
    [162, true, true],
    [100, true, true],
    [100, false, true],
    [100, false, false],
  ]);
});

test('in compact rows the longest telephone has one line', () => {
  const { widths } = listLayout('newOrder', {
    card: 930,
    window: 1280,
    compact: true,
    mayDelete: true,
    phoneDigits: 15,
  });
  expect(widths.telephone).toBe(156);
});

test('a narrow card first moves the email below the name, then drops Telephone', () => {
  const narrower = (card: number) => {
    const { columns, email, widths } = at('allOrder', card, card + 350);
    return [widths.process_status, email, columns.includes('telephone')];
  };
  expect([900, 800, 770, 720, 670].map(narrower)).toEqual([
    [100, 'column', true],
    [100, 'column', true],
    [100, 'below name', true],
    [100, 'below name', true],
    [100, 'below name', false],
  ]);
});

test('an order id of 18 digits fits, and so does the name', () => {
  const layout = listLayout('allOrder', { card: 930, window: 1280, compact: false, mayDelete: true, idDigits: 18 });
  // 151 px for the digits, plus the cell's padding on both sides.
  expect(layout.widths.order_id).toBeGreaterThanOrEqual(167);
  expect(left(930, layout)).toBeGreaterThanOrEqual(layout.widths.full_name);
});

test('from 1440 px on, Order History shows Assigned To', () => {
  expect(at('allOrder', 1090, 1440).columns).toContain('assign_to');
  expect(at('allOrder', 1089, 1439).columns).not.toContain('assign_to');
});

test('a phone has no compact rows, because a name has up to two lines', () => {
  expect(at('newOrder', 341, 375, true)).toEqual({ ...at('newOrder', 341, 375, true), compact: false });
});

test('a phone shows name and action, with Delete for roles that may delete', () => {
  expect(at('newOrder', 341, 767)).toMatchObject({ phone: true, columns: ['full_name', 'action'], deletes: true });
  const { deletes } = listLayout('newOrder', { card: 341, window: 375, compact: false, mayDelete: false });
  expect(deletes).toBe(false);
});
