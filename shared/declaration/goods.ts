import type { DeclarationAnswers } from '../api/orderDetails.ts';
import type { Question } from './fact.ts';

export interface GoodsCategory {
  /** The field of the category's yes/no answer, in the first entry of `importingGoods`. */
  flag: string;
  label: string;
  /** The prefix, in lower case, of the field names that belong to the category. */
  stem: string;
}

/** The form that defines the eight categories. */
export const goodsFormName = 'Indonesian Customs Declaration';

/** The eight categories (rule 10.8). */
export const goodsCategories: readonly GoodsCategory[] = [
  {
    flag: 'Animalsoption',
    label: 'Animals, fish and plants including their products',
    stem: 'animal',
  },
  { flag: 'narcoticssoption', label: 'Narcotics and psychotropic substances', stem: 'narcotic' },
  { flag: 'currencyoption', label: 'Currency of 100 million Rupiah or more', stem: 'currency' },
  { flag: 'foreignoption', label: 'Foreign banknotes of 1 billion Rupiah or more', stem: 'foreign' },
  {
    flag: 'cigarettesoption',
    label: 'More than 200 cigarettes or 25 cigars or 100 g sliced tobacco, and 1 litre of alcohol',
    stem: 'cigarette',
  },
  { flag: 'purchaseoption', label: 'Goods bought abroad worth more than USD 500', stem: 'purchase' },
  { flag: 'importedgoodsoption', label: 'Imported goods not considered personal effects', stem: 'importedgoods' },
  {
    flag: 'goodoriginatingsoption',
    label: 'Goods originating from Indonesia using BC 3.4',
    stem: 'goodoriginating',
  },
];

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
