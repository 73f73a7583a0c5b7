import type { StoredDeclaration } from 'shared/api/orderDetails';
import { readChoices } from './orderDetails.ts';

const read = (stored: StoredDeclaration) => {
  const unreadable: string[] = [];
  return { ...readChoices(stored, (field) => unreadable.push(field)), unreadable };
};

test('reads lists, and lists in JSON text', () => {
  expect(read({ food_options: ['Honey'], equipment_usage: '["Freshwater", "Farm"]', equipment_item: '[]' })).toEqual({
    food_options: ['Honey'],
    equipment_usage: ['Freshwater', 'Farm'],
    equipment_item: [],
    unreadable: [],
  });
});

test('missing answers stay missing, and empty text is an empty list', () => {
  expect(read({ city: 'Lower Hutt' })).toEqual({ city: 'Lower Hutt', unreadable: [] });
  expect(read({ food_options: '' })).toEqual({ food_options: [], unreadable: [] });
});

test.each(['["Honey"', 'Honey', '{"a": 1}', '[1]', '[["Honey"]]', 'null'])(
  '%s is not a list of texts: it becomes empty, and its field is reported',
  (food_options) => {
    expect(read({ food_options })).toEqual({ food_options: [], unreadable: ['food_options'] });
  },
);
