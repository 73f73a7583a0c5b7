import { choicesOf } from './choices.ts';

const log = jest.spyOn(console, 'warn').mockImplementation(() => {});
beforeEach(() => log.mockClear());

test.each([
  ['a list', ['Fruit', 'Honey'], ['Fruit', 'Honey']],
  ['the JSON text of one', '["Fruit","Honey"]', ['Fruit', 'Honey']],
  ['nothing', null, []],
  ['a blank', '', []],
])('%s is parsed without logging', (_what, value, choices) => {
  expect(choicesOf(value)).toEqual(choices);
  expect(log).not.toHaveBeenCalled();
});

test.each(['["Fruit"', 'Fruit', '{"0":"Fruit"}', '[1]'])(
  'invalid text such as %s becomes an empty list, and is logged without its content',
  (value) => {
    expect(choicesOf(value)).toEqual([]);
    expect(log.mock.calls).toEqual([['Unreadable list of choices']]);
  },
);
