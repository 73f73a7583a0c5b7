import type { choiceLists } from '../api/orderDetails.ts';
import { choicesOf } from './choices.ts';
import { asksCharacter, asksMedical } from './conditions.ts';
import type { Question, TextField } from './fact.ts';

const question = (field: TextField, text: string, more: Partial<Question> = {}): Question => ({
  field,
  text,
  answer: (order) => order[field] || null,
  ...more,
});

const choicesIn = (field: (typeof choiceLists)[number]): Partial<Question> => ({
  details: (order) => choicesOf(order[field]),
});

/** The questions about the trip: conditions in rule 10.5, limits in rule 10.10. */
export const tripQuestions: readonly Question[] = [
  question('identification_status', 'Identification'),
  question('coming_for_medical_treatment', 'Are you coming to New Zealand for medical treatment?', {
    shown: asksMedical,
  }),
  question('deported_removed_excluded', 'Have you ever been deported, removed or excluded from any country?', {
    shown: asksCharacter,
  }),
  question('sentenced_to_prison', 'Have you ever been sentenced to prison?', { shown: asksCharacter }),
  question('any_food', 'Any food, cooked, uncooked, fresh, preserved, packaged or dried', choicesIn('food_options')),
  question('animal_products', 'Animals or animal products'),
  question('plant_products', 'Plants or plant products'),
  question(
    'equipment_used_with_animals_plants_water',
    'Equipment used with animals, plants or water',
    choicesIn('equipment_usage'),
  ),
  question('outdoor_gear', 'Items used for outdoor activities', choicesIn('equipment_item')),
  question(
    'wilderness_or_animal_contact',
    'In the past 30 days, wilderness areas or contact with animals other than pets',
  ),
  question('bringing_restricted_medicine', "Prescription medicine over 3 months' supply"),
  question('bringing_restricted_goods', 'Prohibited or restricted goods'),
  question(
    'bringing_restricted_alcohol',
    'More than 3 bottles of spirits (max 1.125 litres each) plus 4.5 litres of wine or beer',
  ),
  question('bringing_restricted_tobacco', 'More than 50 cigarettes or 50 g of tobacco'),
  question('goods_carried_commercial_use_yes', 'Goods carried for business or commercial use'),
  question('goods_carried_on_behalf', 'Goods carried on behalf of another person'),
  question('cash_more_than_10000', 'Cash of NZ$10,000 or more'),
];
