import { folderNames, type FolderName } from 'shared/rules/folders';
import { listColumns } from 'shared/rules/listColumns';
import { isFlex, listLayout, minTextWidths, selectWidth } from './listLayout.ts';

const at = (folder: FolderName, card: number, window: number, compact = false) =>
  listLayout(folder, { card, window, compact, mayDelete: true });

/** Pixels that a card has left for names and emails. */
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
)('%s at %d px (compact: %s) scrolls in no direction but down: name and email have room', (name, card, compact) => {
  const layout = at(name, card, card + 350, compact);
  const texts = layout.columns.filter(isFlex).map((column) => minTextWidths[column]);
  expect(left(card, layout)).toBeGreaterThanOrEqual(texts.reduce((sum, width) => sum + width));
  // In a compact row the longest telephone has one line.
  if (compact && layout.columns.includes('telephone')) expect(layout.widths.telephone).toBe(156);
});

test('columns are as wide in every folder, and Date & Time in all but the months', () => {
  for (const name of folderNames) {
    expect(at(name, 930, 1280).widths).toMatchObject({ order_id: 74, refund_date: 94, action: 104 });
    if (name !== 'futureOrder')
      expect(at(name, 930, 1280).widths).toMatchObject({ telephone: 156, process_status: 162 });
    expect(at(name, 930, 1280).widths.created_at).toBe(name === 'futureOrder' ? 94 : 134);
  }
});

test('what is too narrow gives way in its order: the status breaks, the email goes below the name, Telephone leaves', () => {
  const narrower = (card: number) => {
    const { columns, emailUnderName, widths } = at('allOrder', card, card + 350);
    return [widths.process_status, emailUnderName, columns.includes('telephone')];
  };
  expect([900, 800, 770, 704, 680].map(narrower)).toEqual([
    [162, false, true],
    [100, false, true],
    [100, true, true],
    [100, true, true],
    [100, true, false],
  ]);
});

test('an order id of 18 digits has its room, and the name too', () => {
  const layout = listLayout('allOrder', { card: 930, window: 1280, compact: false, mayDelete: true, idDigits: 18 });
  // Measured in Chromium: 151 px, and the cell's padding on both sides.
  expect(layout.widths.order_id).toBeGreaterThanOrEqual(167);
  expect(left(930, layout)).toBeGreaterThanOrEqual(minTextWidths.full_name);
});

test('Order History shows Assigned To from 1440 px', () => {
  expect(at('allOrder', 1090, 1440).columns).toContain('assign_to');
  expect(at('allOrder', 1089, 1439).columns).not.toContain('assign_to');
});

test('a phone gets name and action, with Delete for those who may', () => {
  expect(at('newOrder', 341, 767)).toMatchObject({ phone: true, columns: ['full_name', 'action'], deletes: true });
  const { deletes } = listLayout('newOrder', { card: 341, window: 375, compact: false, mayDelete: false });
  expect(deletes).toBe(false);
});
