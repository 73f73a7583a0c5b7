import { initials } from './Person.tsx';

test.each([
  ['Max Manager', 'MM'],
  ['José Luis Fernández de la Vega', 'JV'],
  ['山田 花子', '山花'],
  ['Cher', 'C'],
  ['  ', ''],
])('the initials of %j are %j', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
