import type { DeclarationAnswers } from '../api/orderDetails.ts';
import { categoryTitle, goodsCategories } from './goods.ts';
import { goodsItems, plainName, type GoodsItem } from './goodsItems.ts';
import { nameOfValue } from './nameOfValue.ts';

/** A column of the table of items, and the details that it shows, beside each other where there are several. */
export interface GoodsColumn {
  label: string;
  names: readonly string[];
}

/** Of the items of one category. */
export interface GoodsBlock {
  /** The category's flag, or `others`. */
  id: string;
  title: string;
  /** The columns that any of its items fills. */
  columns: readonly GoodsColumn[];
  items: readonly GoodsItem[];
}

const column = (label: string, ...names: string[]): GoodsColumn => ({ label, names: names.map(plainName) });

/** The details that forms tell of an item, in the order of their columns (rules 10.9). */
export const goodsColumns: readonly GoodsColumn[] = [
  column('Item', 'description', 'description_of_Goods'),
  column('Category', 'category'),
  column('Option', 'option'),
  column('Number', 'number'),
  column('Date of import', 'date_month_year_import'),
  column('Quantity', 'quantity', 'quantityofGoods', 'units'),
  column('Value', 'value'),
  column('Amount of money', 'amount of money'),
  column('Currency', 'currency'),
  column('Unaccompanied baggage', 'unaccompanied_baggage'),
];

const known = new Set(goodsColumns.flatMap(({ names }) => names));

/** What one item shows in a column; null when it says nothing of that. */
export const cellText = ({ names }: GoodsColumn, { details }: GoodsItem): string | null =>
  names.flatMap((name) => details.get(name)?.text ?? []).join(' ') || null;

/** A block for each category, with any answer or none, and one for the items that name none. */
export function goodsBlocks(order: DeclarationAnswers): GoodsBlock[] {
  const items = goodsItems(order);
  const blocks = goodsCategories.map((category) =>
    block(
      category.flag,
      categoryTitle(category),
      items.filter((item) => item.category === category),
    ),
  );
  const others = items.filter(({ category }) => category === null);
  return others.length > 0 ? [...blocks, block('others', 'Other items', others)] : blocks;
}

const block = (id: string, title: string, items: readonly GoodsItem[]): GoodsBlock => ({
  id,
  title,
  columns: [...goodsColumns, ...furtherColumns(items)].filter((one) => items.some((item) => cellText(one, item))),
  items,
});

/** What a form tells beyond the known details has columns of its own: nothing that was declared is left out. */
function furtherColumns(items: readonly GoodsItem[]): GoodsColumn[] {
  const names = new Map(items.flatMap(({ details }) => [...details].map(([plain, { name }]) => [plain, name])));
  return [...names]
    .filter(([plain]) => !known.has(plain))
    .map(([plain, name]) => ({ label: nameOfValue(name), names: [plain] }));
}
