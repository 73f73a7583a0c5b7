import type { DeclarationAnswers } from '../api/orderDetails.ts';
import { answerText } from './answerText.ts';
import { goodsCategories, type GoodsCategory } from './goods.ts';

export interface GoodsItem {
  /** Null if the category is unknown. */
  category: GoodsCategory | null;
  /** Keyed by `normalizeName`, in their original order. */
  details: ReadonlyMap<string, GoodsDetail>;
}

interface GoodsDetail {
  name: string;
  text: string;
}

const flags = new Set(goodsCategories.map(({ flag }) => flag));

/** Normalises names: `amount of money`, `amount_of_money` and `amountOfMoney` are equal. */
export const normalizeName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Matches the flag, a name with the category's prefix, or a text such as `5. More than 200 cigarettes …`. */
function categoryNamed(name: string): GoodsCategory | null {
  const plain = normalizeName(name);
  return (
    goodsCategories.find(({ label, stem }) => plain.startsWith(stem) || plain.endsWith(normalizeName(label))) ?? null
  );
}

/** Every item of an order's goods (rules 10.12). Forms nest items differently, so anything with a detail is an item. */
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
  const said = details.get('category')?.text ?? details.get('option')?.text ?? '';
  const category = below ?? categoryNamed(said);
  // The block's title shows the category already.
  for (const name of ['category', 'option']) {
    const text = details.get(name)?.text ?? '';
    if (category && (text === category.flag || normalizeName(text).endsWith(normalizeName(category.label))))
      details.delete(name);
  }
  return { category, details };
}

/** Returns a detail as text, or null if it has none. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return answerText(value.trim() || null);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (!Array.isArray(value)) return null;
  return value.map(textOf).filter(Boolean).join(', ') || null;
}

const objectsOf = (value: unknown) =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is Record<string, unknown> => typeof one === 'object' && one !== null && !Array.isArray(one),
  );
