export interface GoodsCategory {
  /** The field of the category's yes/no answer, in the first entry of `importingGoods`. */
  flag: string;
  label: string;
  /** The prefix, in lower case, of the field names that belong to the category. */
  stem: string;
}

/** The eight categories (rule 10.8). */
export const goodsCategories: readonly GoodsCategory[] = [
  { flag: 'Animalsoption', label: 'Animals, fish and plants including their products', stem: 'animal' },
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
  { flag: 'goodoriginatingsoption', label: 'Goods originating from Indonesia using BC 3.4', stem: 'goodoriginating' },
];
