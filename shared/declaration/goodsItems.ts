import type { DeclarationAnswers } from '../api/orderDetails.ts';
import { answerText } from './answerText.ts';
import { goodsCategories, type GoodsCategory } from './goods.ts';

/** One item that is brought. */
export interface GoodsItem {
  /** Null: it does not say. */
  category: GoodsCategory | null;
  /** What is told of it, by names as `plainName` makes them, in the order in which it was told. */
  details: ReadonlyMap<string, GoodsDetail>;
}

interface GoodsDetail {
  /** As the form calls it. */
  name: string;
  text: string;
}

const flags = new Set(goodsCategories.map(({ flag }) => flag));

/** A name without what forms differ in: `amount of money`, `amount_of_money` and `amountOfMoney` are one. */
export const plainName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** By its flag or a name that begins like it, or by its text, as `5. More than 200 cigarettes …` too. */
function categoryNamed(name: string): GoodsCategory | null {
  const plain = plainName(name);
  return goodsCategories.find(({ label, stem }) => plain.startsWith(stem) || plain.endsWith(plainName(label))) ?? null;
}

/**
 * Every item of an order's goods (rules 10.12). Forms keep them in entries of their own or below a name of their category,
 * in lists or alone: whatever has a detail is an item, and none is left out.
 */
export const goodsItems = ({ importingGoods }: DeclarationAnswers): GoodsItem[] =>
  importingGoods.flatMap((entry) => itemsIn(entry, null));

function itemsIn(entry: Readonly<Record<string, unknown>>, below: GoodsCategory | null): GoodsItem[] {
  const own = new Map<string, GoodsDetail>();
  const nested: GoodsItem[] = [];
  for (const [name, value] of Object.entries(entry)) {
    if (flags.has(name)) continue;
    const text = textOf(value);
    if (text !== null) own.set(plainName(name), { name, text });
    for (const object of objectsOf(value)) nested.push(...itemsIn(object, below ?? categoryNamed(name)));
  }
  return own.size > 0 ? [itemOf(own, below), ...nested] : nested;
}

function itemOf(details: Map<string, GoodsDetail>, below: GoodsCategory | null): GoodsItem {
  const said = details.get('category')?.text ?? details.get('option')?.text ?? '';
  const category = below ?? categoryNamed(said);
  // The block that the item stands in says so already.
  for (const name of ['category', 'option']) {
    const text = details.get(name)?.text ?? '';
    if (category && (text === category.flag || plainName(text).endsWith(plainName(category.label))))
      details.delete(name);
  }
  return { category, details };
}

/** A detail as it is read; null when nothing of it is text. */
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
