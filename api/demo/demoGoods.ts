import { goodsCategories } from 'shared/declaration/goods';

type Goods = Record<string, unknown>[];

/** The first entry of goods: these categories are brought, the others are not. */
const declared = (...brought: string[]) =>
  Object.fromEntries(goodsCategories.map(({ flag }) => [flag, brought.includes(flag) ? 'yes' : 'no']));

/** What is brought, each category with items in a form of its own (rules 10.8, 10.9). */
export const demoGoods: readonly Goods[] = [
  [
    {
      ...declared('Animalsoption'),
      Animals: [
        { description: 'Dried fish', quantity: '2', units: 'kg' },
        { description: 'Orchid, cut flowers', quantity: 12, units: 'stems' },
      ],
    },
  ],
  [{ ...declared('narcoticssoption'), narcotics: [{ description: 'Codeine tablets, prescribed', quantity: '24' }] }],
  [
    {
      ...declared('currencyoption'),
      currency_details: [{ currency: 'IDR', 'amount of money': '120,000,000' }],
    },
  ],
  [
    { ...declared('foreignoption') },
    { category: 'foreignoption', currency: 'USD', amount_of_money: '70,000' },
    { category: 'foreignoption', currency: 'EUR', amount_of_money: '4,500' },
  ],
  [
    {
      ...declared('cigarettesoption'),
      cigarettes: [
        { option: 'Cigarettes', number: '400' },
        { option: 'Cigars', number: '40' },
        { option: 'Alcohol', number: '2', units: 'litres' },
      ],
    },
  ],
  [
    { ...declared('purchaseoption') },
    {
      category: 'purchaseoption',
      description: 'Camera body and two lenses',
      quantity: 3,
      units: 'pieces',
      value: '1,840.00',
      currency: 'USD',
    },
  ],
  [
    {
      ...declared('importedgoodsoption'),
      importedgoods: {
        category: 'Trade samples',
        description_of_Goods: 'Roof tiles,\nin four colours',
        quantityofGoods: '8',
        value: '320.00',
        currency: 'AUD',
      },
    },
  ],
  [
    {
      ...declared('goodoriginatingsoption'),
      goodoriginating: [
        {
          number: 'BC34-000271',
          date_month_year_import: '12/March/2026',
          description_of_Goods: 'Gamelan, bronze',
          quantityofGoods: '1',
        },
      ],
    },
  ],
  [
    declared('importedgoodsoption', 'purchaseoption'),
    { description: 'Surfboards, sent ahead', unaccompanied_baggage: 'yes', unaccompanied_baggage_number: '2' },
  ],
  [
    {
      ...declared(...goodsCategories.map(({ flag }) => flag)),
      Animals: [{ description: '山葵, fresh', quantity: '3' }],
    },
  ],
];
