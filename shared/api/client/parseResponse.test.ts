import * as v from 'valibot';
import { allCalls } from '../allCalls.ts';
import type { Call } from '../call.ts';
import { folderCalls } from '../folderCalls.ts';
import { orderCalls } from '../orderCalls.ts';
import { answerSchema, parseResponse, UnexpectedAnswer, compileResponseCheck } from './parseResponse.ts';
import { parseResponseStrict } from '../../testing/parseResponseStrict.ts';
import { sessionCalls } from '../sessionCalls.ts';

const result = { done: ['100471'], failed: [], actionId: null };
const bulk = { status: 1, message: 'Done', data: result };

test('a response that matches the contract is returned unchanged', () => {
  expect(parseResponse(orderCalls.assign, bulk)).toBe(bulk);
});

test('unknown fields of a newer API are accepted and kept', () => {
  const newer = { ...bulk, since: 7, data: { ...result, skipped: [] } };
  expect(parseResponse(orderCalls.assign, newer)).toBe(newer);
});

test.each<[string, unknown, RegExp]>([
  ['a field of another kind', { ...bulk, data: { ...result, done: [100_471] } }, /: data\.done\.0 should be string$/],
  ['a field that is missing', { ...bulk, data: { done: [], failed: [] } }, /: data\.actionId is missing$/],
  ['no data', { status: 1, message: 'Done' }, /: data is missing$/],
  ['a list for an object', { ...bulk, data: [] }, /: data\.done is missing$/],
  ['another status', { ...bulk, status: 2 }, /: status should be 1$/],
  ['null', null, /: all of it should be Object$/],
])('%s is rejected, and the error names the field but not its value', (_what, json, where) => {
  expect(() => parseResponse(orderCalls.assign, json)).toThrow(UnexpectedAnswer);
  expect(() => parseResponse(orderCalls.assign, json)).toThrow(where);
});

test('the fields next to the data belong to the response', () => {
  const list = { status: 1, message: '', data: [] };
  expect(() => parseResponse(folderCalls.list, list)).toThrow(/: total is missing$/);
  expect(parseResponse(folderCalls.list, { ...list, total: 0 }).total).toBe(0);
});

describe('for every call, the compiled check accepts only what valibot accepts', () => {
  test.each(Object.entries<Call>(allCalls))('%s', (_name, call) => {
    const schema = answerSchema(call);
    const sample = sampleOf(schema as never);
    expect(v.is(schema, sample)).toBe(true);
    expect(compileResponseCheck(schema)(sample)).toBe(true);
    for (const spoilt of spoil(sample)) {
      expect([compileResponseCheck(schema)(spoilt), spoilt]).toEqual([v.is(schema, spoilt), spoilt]);
    }
  });
});

describe('parseResponseStrict', () => {
  test('rejects unknown fields at any depth', () => {
    const list = { status: 1, message: '', data: [{ process_month: 'Jan', count: 1, year: 2026 }] };
    expect(() => parseResponseStrict(folderCalls.futureMonths, list)).toThrow(/: it has no data\.0\.year$/);
    expect(() => parseResponseStrict(sessionCalls.logout, { status: 1, message: '', data: null, at: 1 })).toThrow(
      /no at$/,
    );
  });

  test('checks refusals as well, in their own envelope', () => {
    const refused = { status: 0, message: 'No', data: { version: 3 }, errors: { email: 'Wrong' } };
    expect(parseResponseStrict(orderCalls.assign, refused)).toBe(refused);
    expect(() => parseResponseStrict(orderCalls.assign, { ...refused, errors: { email: 3 } })).toThrow(
      /: errors\.email/,
    );
    expect(() => parseResponseStrict(orderCalls.assign, { ...refused, retry: true })).toThrow(/no retry$/);
  });
});

/** The smallest value that a response schema accepts with every optional field filled in; lists have one element. */
function sampleOf(schema: v.GenericSchema): unknown {
  const of = schema as unknown as {
    type: string;
    entries: Record<string, v.GenericSchema>;
    item: v.GenericSchema;
    value: v.GenericSchema;
    wrapped: v.GenericSchema;
    options: unknown[];
    literal: unknown;
  };
  const kinds: Record<string, () => unknown> = {
    object: () => Object.fromEntries(Object.entries(of.entries).map(([key, entry]) => [key, sampleOf(entry)])),
    array: () => [sampleOf(of.item)],
    record: () => ({ key: sampleOf(of.value) }),
    nullable: () => sampleOf(of.wrapped),
    optional: () => sampleOf(of.wrapped),
    union: () => sampleOf(of.options[0] as v.GenericSchema),
    picklist: () => of.options[0],
    literal: () => of.literal,
    string: () => 'text',
    number: () => 7,
    boolean: () => true,
    null: () => null,
    unknown: () => 'anything',
    custom: () => new Blob(),
  };
  return kinds[schema.type]!();
}

/** Copies of the sample, each with one value missing or replaced. */
function* spoil(sample: unknown): Generator<unknown> {
  yield* [null, 'another', -1, false, {}, []];
  if (typeof sample !== 'object' || sample === null) return;
  for (const [key, value] of Object.entries(sample)) {
    const put = (other: unknown) => (Array.isArray(sample) ? [other] : { ...sample, [key]: other });
    if (!Array.isArray(sample)) yield Object.fromEntries(Object.entries(sample).filter(([other]) => other !== key));
    for (const spoilt of spoil(value)) yield put(spoilt);
  }
}
