import * as v from 'valibot';
import { fieldOf, issueText } from './HttpError.ts';

const schema = v.strictObject({
  name: v.string('Please enter your name.'),
  age: v.optional(v.pipe(v.number(), v.maxValue(120))),
  kind: v.optional(v.picklist(['big', 'small'])),
  tags: v.optional(v.pipe(v.array(v.string()), v.maxLength(2))),
  left: v.optional(v.boolean()),
});

/** The text of each field's issue. */
const textsOf = (input: unknown, by: v.GenericSchema = schema) =>
  Object.fromEntries((v.safeParse(by, input).issues ?? []).map((issue) => [fieldOf(issue), issueText(issue)]));

test('a field has its own text', () => {
  expect(textsOf({ name: 1 })).toEqual({ name: 'Please enter your name.' });
});

test('a field without its own text is named in words, and the input is not repeated', () => {
  expect(textsOf({ name: 'x', age: 'secret', kind: 'secret', tags: 'secret', left: 'secret' })).toEqual({
    age: 'age must be a number.',
    kind: 'kind must be big or small.',
    tags: 'tags must be a list.',
    left: 'left must be true or false.',
  });
  expect(textsOf({ name: 'x', age: 200, tags: ['a', 'b', 'c'] })).toEqual({
    age: 'age must be 120 or less.',
    tags: 'tags must have no more than 2 characters or entries.',
  });
  expect(textsOf({ name: 'x', tags: [1] })).toEqual({ tags: 'tags.0 must be text.' });
});

test('values are written as they must be sent, an empty one as a word, and types in lower case', () => {
  const flags = v.strictObject({
    flag: v.picklist(['Y', '']),
    last: v.literal('N'),
    many: v.union([v.literal('AWS'), v.array(v.string()), v.date()]),
  });
  expect(textsOf({ flag: 1, last: 1, many: 1 }, flags)).toEqual({
    flag: 'flag must be Y or empty.',
    last: 'last must be N.',
    many: 'many must be AWS or array or date.',
  });
});

test('a missing field and an unknown field are named as such', () => {
  expect(textsOf({ given: 1 })).toEqual({ name: 'name is required.', given: 'Unknown field given.' });
  expect(textsOf({ x: 1 }, v.strictObject({}))).toEqual({ x: 'Unknown field x.' });
});

test('an input of the wrong type is called the body', () => {
  expect(textsOf('x')).toEqual({ body: 'body must be an object.' });
});
