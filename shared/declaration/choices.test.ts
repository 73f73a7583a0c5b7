import { choicesOf } from './choices.ts';

const log = jest.spyOn(console, 'warn').mockImplementation(() => {});
beforeEach(() => log.mockClear());

test.each([
  ['a list', ['Fruit', 'Honey'], ['Fruit', 'Honey']],
  ['the JSON text of one', '["Fruit","Honey"]', ['Fruit', 'Honey']],
  ['nothing', null, []],
  ['a blank', '', []],
])('%s is read, and nothing is logged', (_what, value, choices) => {
  expect(choicesOf(value)).toEqual(choices);
  expect(log).not.toHaveBeenCalled();
});

test.each(['["Fruit"', 'Fruit', '{"0":"Fruit"}', '[1]'])(
  'invalid text such as %s is logged without its content, and is an empty list',
  (value) => {
    expect(choicesOf(value)).toEqual([]);
    expect(log.mock.calls).toEqual([['Unreadable list of choices']]);
  },
);
