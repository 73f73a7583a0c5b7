import { declarationOf, orderOf } from '../testing/orders.ts';
import { goodsCategories } from '../rules/goodsCategories.ts';
import { categoryTitle, cellText, goodsBlocks, goodsQuestions } from './goods.ts';
import { shownFacts } from './fact.ts';

const goods = (...importingGoods: Record<string, unknown>[]) => declarationOf({ importingGoods });

/** The blocks that have items: title, column heads, and a row for each item. */
const read = (...importingGoods: Record<string, unknown>[]) =>
  goodsBlocks(goods(...importingGoods))
    .filter(({ items }) => items.length > 0)
    .map(({ title, columns, items }) => [
      title,
      columns.map(({ label }) => label),
      ...items.map((item) => columns.map((column) => cellText(column, item))),
    ]);

const goodsFlags = [
  'Animalsoption',
  'narcoticssoption',
  'currencyoption',
  'foreignoption',
  'cigarettesoption',
  'purchaseoption',
  'importedgoodsoption',
  'goodoriginatingsoption',
];

test('the eight categories have the flags and the order of rule 10.8', () => {
  expect(goodsCategories.map(({ flag }) => flag)).toEqual(goodsFlags);
  expect(goodsQuestions.map(({ text }) => text)).toEqual([
    '1. Animals, fish and plants including their products',
    '2. Narcotics and psychotropic substances',
    '3. Currency of 100 million Rupiah or more',
    '4. Foreign banknotes of 1 billion Rupiah or more',
    '5. More than 200 cigarettes or 25 cigars or 100 g sliced tobacco, and 1 litre of alcohol',
    '6. Goods bought abroad worth more than USD 500',
    '7. Imported goods not considered personal effects',
    '8. Goods originating from Indonesia using BC 3.4',
  ]);
});

test('each flag of the first entry answers its question, and other entries do not', () => {
  for (const flag of goodsFlags) {
    const order = orderOf({ importingGoods: [{ [flag]: 'yes' }, { Animalsoption: 'no', currencyoption: 'no' }] });
    const answers = shownFacts(goodsQuestions, order).map(({ field, answer }) => [field, answer(order)]);
    expect(answers).toEqual(goodsFlags.map((one) => [one, one === flag ? 'yes' : null]));
  }
});

test.each([{ Animalsoption: 'yes', currencyoption: 'no' }, {}])('each category has its block: %j', (flags) => {
  expect(goodsBlocks(goods(flags)).map(({ title }) => title)).toEqual(goodsQuestions.map(({ text }) => text));
});

test.each(goodsCategories)('an item with the category text "$label" appears in its block', (category) => {
  for (const text of [category.label, categoryTitle(category)]) {
    const { items } = goodsBlocks(goods({}, { category: text, description: 'Camera' })).find(
      ({ id }) => id === category.flag,
    )!;
    expect(items.map(({ details }) => [...details.keys()])).toEqual([['description']]);
  }
});

test.each<[shape: string, entries: Record<string, unknown>[]]>([
  ['below a name of the category', [{ purchaseoption: 'yes', purchase_items: [{ description: 'Camera' }] }]],
  ['below the flag’s name with a suffix', [{ purchaseoptionDetails: { description: 'Camera' } }]],
  ['in an entry that names the category', [{ purchaseoption: 'yes' }, { category: 'Purchase', description: 'Camera' }]],
  ['in an entry with the flag as its option', [{}, { option: 'purchaseoption', description: 'Camera' }]],
])('an item is found %s', (_shape, entries) => {
  const [[title, , row]] = read(...entries) as [[string, string[], string[]]];
  expect(title).toBe('6. Goods bought abroad worth more than USD 500');
  expect(row).toContain('Camera');
});

test('a category named by an item’s flag is not repeated', () => {
  const [[, heads]] = read({}, { category: 'purchaseoption', description: 'Camera' }) as [[string, string[]]];
  expect(heads).toEqual(['Item']);
});

test.each<[variant: string, details: Record<string, unknown>, columns: Record<string, string>]>([
  [
    'with its value',
    { description: 'Camera', quantity: 3, units: 'pieces', value: '1,840.00', currency: 'USD' },
    { Item: 'Camera', Quantity: '3 pieces', Value: '1,840.00', Currency: 'USD' },
  ],
  [
    'of money',
    { 'amount of money': '120,000,000', currency: 'IDR' },
    { 'Amount of money': '120,000,000', Currency: 'IDR' },
  ],
  [
    'by option and number',
    { option: 'Cigars', number: '40', amount_of_money: '90' },
    { Option: 'Cigars', Number: '40', 'Amount of money': '90' },
  ],
  [
    'of import',
    {
      date_month_year_import: '12/03/2026',
      description_of_Goods: 'Tools',
      quantityofGoods: '2',
      category: 'Trade samples',
    },
    { Item: 'Tools', Category: 'Trade samples', 'Date of import': '12/03/2026', Quantity: '2' },
  ],
  [
    'with unaccompanied baggage',
    { description: 'Trunk', unaccompanied_baggage: 'yes', unaccompanied_baggage_number: 2 },
    { Item: 'Trunk', 'Unaccompanied baggage': 'Yes', 'Unaccompanied baggage number': '2' },
  ],
  [
    'of flags, lists and unknown details',
    { description: 'Boxes', sealed: false, colours: ['red', 'blue'], remark: ' fragile ' },
    { Item: 'Boxes', Sealed: 'No', Colours: 'red, blue', Remark: 'fragile' },
  ],
])('an item %s shows the columns that it fills', (_variant, details, columns) => {
  const [[, heads, row]] = read({ importedgoods: [details] }) as [[string, string[], string[]]];
  expect(Object.fromEntries(heads.map((head, at) => [head, row[at]]))).toEqual(columns);
});

test('items of one block share its columns, with empty cells for missing details', () => {
  expect(read({ currencylist: [{ currency: 'USD' }, { amountOfMoney: 5 }] })).toEqual([
    ['3. Currency of 100 million Rupiah or more', ['Amount of money', 'Currency'], [null, 'USD'], ['5', null]],
  ]);
});

test('items without a category appear under Other items, even next to the flags', () => {
  expect(read({ Animalsoption: 'no', description: 'Vase' }, { things: [{ description: 'Rug' }] })).toEqual([
    ['Other items', ['Item'], ['Vase'], ['Rug']],
  ]);
});

test('blank details, empty lists and null are not items', () => {
  expect(read({ description: ' ', value: null, purchase: [], foreign: [{}] }, {})).toEqual([]);
});
