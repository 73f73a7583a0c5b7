import type { DeclarationAnswers } from '../api/orderDetails.ts';
import { categoryTitle, goodsCategories } from './goods.ts';
import { goodsItems, normalizeName, type GoodsItem } from './goodsItems.ts';
import { valueLabel } from './answerText.ts';

/** A column of the table of items; it may combine several details. */
export interface GoodsColumn {
  label: string;
  names: readonly string[];
}

export interface GoodsBlock {
  id: string;
  title: string;
  columns: readonly GoodsColumn[];
  items: readonly GoodsItem[];
}

const column = (label: string, ...names: string[]): GoodsColumn => ({ label, names: names.map(normalizeName) });

/** Known details of items, in the order of their columns (rules 10.9). */
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

/** An item's text in a column; null if empty. */
export const cellText = ({ names }: GoodsColumn, { details }: GoodsItem): string | null =>
  names.flatMap((name) => details.get(name)?.text ?? []).join(' ') || null;

/** A block for every answered category, and one for items without a category. */
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

/** Unknown details get their own columns, so that everything declared is shown. */
function furtherColumns(items: readonly GoodsItem[]): GoodsColumn[] {
  const names = new Map(items.flatMap(({ details }) => [...details].map(([plain, { name }]) => [plain, name])));
  return [...names]
    .filter(([plain]) => !known.has(plain))
    .map(([plain, name]) => ({ label: valueLabel(name), names: [plain] }));
}
