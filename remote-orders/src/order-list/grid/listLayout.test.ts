import { folders } from 'shared/rules/folders';
import { leastNameWidth, listLayout, selectWidth } from './listLayout.ts';

const listed = Object.keys(folders) as (keyof typeof folders)[];

const at = (folder: keyof typeof folders, card: number, window: number, compact = false) =>
  listLayout(folders[folder], { card, window, compact, mayDelete: true });

test('at 1280 px New Order has the widths of its picture', () => {
  const { columns, widths } = at('newOrder', 930, 1280);
  expect(columns).toEqual(folders.newOrder.columns);
  expect(columns.map((column) => (column === 'full_name' ? 'flex' : widths[column]))).toEqual([
    74,
    'flex',
    180,
    138,
    134,
    70,
    104,
  ]);
});

test.each(listed)('at 1280 px %s shows all its columns but Assigned To, also in compact rows', (name) => {
  const columns = folders[name].columns.filter((column) => column !== 'assign_to');
  expect(at(name, 930, 1280).columns).toEqual(columns);
  expect(at(name, 930, 1280, true).columns).toEqual(columns);
});

test('an order id of 18 digits has its room, and the name too', () => {
  const { widths, columns } = listLayout(folders.newOrder, {
    card: 930,
    window: 1280,
    compact: false,
    mayDelete: true,
    idDigits: 18,
  });
  // Measured in Chromium: 151 px, and the cell's padding on both sides.
  expect(widths.order_id).toBeGreaterThanOrEqual(167);
  const taken = columns.reduce((sum, column) => sum + (column === 'full_name' ? 0 : widths[column]), selectWidth);
  expect(930 - taken).toBeGreaterThanOrEqual(leastNameWidth);
  expect(at('newOrder', 930, 1280).widths.order_id).toBe(74);
});

test('Contact Customer has no Telephone, Refund Orders a Refund Date', () => {
  expect(at('contactCustomer', 930, 1280).columns).not.toContain('telephone');
  expect(at('refundOrder', 930, 1280).columns).toContain('refund_date');
});

test('Order History shows Assigned To from 1440 px', () => {
  expect(at('allOrder', 1090, 1440).columns).toContain('assign_to');
  expect(at('allOrder', 1089, 1439).columns).not.toContain('assign_to');
});

test('under 900 px of card the e-mail moves below the name, under 740 Telephone leaves', () => {
  expect(at('newOrder', 899, 1249)).toMatchObject({
    emailUnderName: true,
    columns: expect.arrayContaining(['telephone']),
  });
  expect(at('newOrder', 899, 1249).columns).not.toContain('email');
  expect(at('newOrder', 739, 1024).columns).not.toContain('telephone');
});

test('a month’s orders keep the e-mail at 1280 px: their date stands over its time', () => {
  expect(at('futureOrder', 930, 1280)).toMatchObject({ emailUnderName: false, tightest: true });
  expect(at('futureOrder', 930, 1280, true)).toMatchObject({ emailUnderName: false, tightest: false });
  expect(at('futureOrder', 1090, 1440)).toMatchObject({ tightest: false, widths: { created_at: 134 } });
  expect(at('newOrder', 930, 1280)).toMatchObject({ tightest: false });
});

test.each(
  [644, 676, 720, 740, 800, 899, 930, 1090].flatMap((card) =>
    [true, false].flatMap((compact) => listed.map((name) => [name, card, compact] as const)),
  ),
)('%s leaves the name its room at %d px (compact: %s): nothing goes sideways', (name, card, compact) => {
  const { columns, widths } = at(name, card, card + 350, compact);
  const taken = columns.reduce((sum, column) => sum + (column === 'full_name' ? 0 : widths[column]), selectWidth);
  expect(card - taken).toBeGreaterThanOrEqual(leastNameWidth);
});

test('a phone gets name and action, with Delete for those who may', () => {
  expect(at('newOrder', 341, 767)).toMatchObject({ phone: true, columns: ['full_name', 'action'], deletes: true });
  const { deletes } = listLayout(folders.newOrder, { card: 341, window: 375, compact: false, mayDelete: false });
  expect(deletes).toBe(false);
});

test('with the sidebar hidden the e-mail shares what is free with the name', () => {
  const free = (name: keyof typeof folders, card: number, window: number, compact = false) =>
    at(name, card, window, compact).emailTakesRoom;
  expect(free('newOrder', 1230, 1280)).toBe(true);
  expect(free('futureOrder', 1230, 1280, true)).toBe(true);
  expect(free('newOrder', 1090, 1440)).toBe(true);
  expect(free('newOrder', 930, 1280)).toBe(false);
  expect(free('newOrder', 899, 1249)).toBe(false);
});

test('a month’s e-mail has half of what is free at 1280 px', () => {
  expect(at('futureOrder', 930, 1280)).toMatchObject({ emailTakesRoom: true, widths: { email: 118 } });
});

test('a long status breaks onto its second line before the telephone does', () => {
  expect(at('allOrder', 1500, 1850).widths).toMatchObject({ process_status: 162, telephone: 138 });
  expect(at('allOrder', 1090, 1440).widths).toMatchObject({ process_status: 100, telephone: 138 });
  expect(at('refundOrder', 930, 1280).widths).toMatchObject({ process_status: 100, telephone: 112 });
});
