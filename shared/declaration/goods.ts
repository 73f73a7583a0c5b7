import type { DeclarationAnswers } from '../api/orderDetails.ts';
import { goodsCategories, type GoodsCategory } from '../rules/goodsCategories.ts';
import { answerText, valueLabel, type Question } from './fact.ts';

/** The form that defines the eight categories. */
export const goodsFormName = 'Indonesian Customs Declaration';

export const categoryTitle = (category: GoodsCategory) => `${goodsCategories.indexOf(category) + 1}. ${category.label}`;

/** `yes`, `no`, or null if unanswered. */
export function categoryAnswer({ importingGoods }: DeclarationAnswers, { flag }: GoodsCategory): string | null {
  const answer = importingGoods[0]?.[flag];
  return typeof answer === 'string' && answer !== '' ? answer : null;
}

/** "Importing Goods / Items brought": the eight questions. */
export const goodsQuestions: readonly Question[] = goodsCategories.map((category) => ({
  field: category.flag,
  text: categoryTitle(category),
  answer: (order) => categoryAnswer(order, category),
}));

export interface GoodsItem {
  /** Null if the category is unknown. */
  category: GoodsCategory | null;
  /** Keyed by normalised name, in their original order. */
  details: ReadonlyMap<string, GoodsDetail>;
}

interface GoodsDetail {
  name: string;
  text: string;
}

const flags = new Set(goodsCategories.map(({ flag }) => flag));

/** Gives `amount of money`, `amount_of_money` and `amountOfMoney` the same name. */
export const normalizeName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Matches the flag, a name with the category's prefix, or a text such as `5. More than 200 cigarettes …`. */
function categoryNamed(name: string): GoodsCategory | null {
  const plain = normalizeName(name);
  return (
    goodsCategories.find(({ label, stem }) => plain.startsWith(stem) || plain.endsWith(normalizeName(label))) ?? null
  );
}

/** All goods items of an order (rule 10.12): every object with a detail, because forms nest items differently. */
export const goodsItems = ({ importingGoods }: DeclarationAnswers): GoodsItem[] =>
  importingGoods.flatMap((entry) => itemsIn(entry, null));

function itemsIn(entry: Readonly<Record<string, unknown>>, below: GoodsCategory | null): GoodsItem[] {
  const own = new Map<string, GoodsDetail>();
  const nested: GoodsItem[] = [];
  for (const [name, value] of Object.entries(entry)) {
    if (flags.has(name)) continue;
    const text = textOf(value);
    if (text !== null) own.set(normalizeName(name), { name, text });
    for (const object of objectsOf(value)) nested.push(...itemsIn(object, below ?? categoryNamed(name)));
  }
  return own.size > 0 ? [itemOf(own, below), ...nested] : nested;
}

function itemOf(details: Map<string, GoodsDetail>, below: GoodsCategory | null): GoodsItem {
  const categoryName = details.get('category')?.text ?? details.get('option')?.text ?? '';
  const category = below ?? categoryNamed(categoryName);
  // Drop details that only repeat the category, which is the block's title.
  for (const name of ['category', 'option']) {
    const text = details.get(name)?.text ?? '';
    if (category && (text === category.flag || normalizeName(text).endsWith(normalizeName(category.label))))
      details.delete(name);
  }
  return { category, details };
}

/** Returns a detail as text; null if it is blank or an object. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return answerText(value.trim() || null);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (!Array.isArray(value)) return null;
  return value.map(textOf).filter(Boolean).join(', ') || null;
}

const objectsOf = (value: unknown) =>
  [value]
    .flat()
    .filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null && !Array.isArray(one));

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

/** The columns for known details, in order (rule 10.9). */
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

export const cellText = ({ names }: GoodsColumn, { details }: GoodsItem): string | null =>
  names.flatMap((name) => details.get(name)?.text ?? []).join(' ') || null;

/** A block for every category, and one for items without a category, if there are any. */
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

/** Columns for unknown details, so that everything declared is shown. */
function furtherColumns(items: readonly GoodsItem[]): GoodsColumn[] {
  const names = new Map(items.flatMap(({ details }) => [...details].map(([plain, { name }]) => [plain, name])));
  return [...names]
    .filter(([plain]) => !known.has(plain))
    .map(([plain, name]) => ({ label: valueLabel(name), names: [plain] }));
}
