import * as v from 'valibot';
import type { Answer, Call } from '../call.ts';

/** A response that does not match the contract. Its message names the field, never the value. */
export class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer';
}

type Check = (value: unknown) => boolean;

const checks = new WeakMap<Call, Check>();

/**
 * Returns a successful response's JSON unchanged, or throws UnexpectedAnswer. Unknown fields are kept: the API may be
 * newer.
 */
export function parseResponse<C extends Call>(call: C, json: unknown): Answer<C> {
  const check = checks.get(call) ?? compileResponseCheck(answerSchema(call));
  checks.set(call, check);
  if (!check(json)) {
    const { issues } = v.safeParse(answerSchema(call), json, { abortEarly: true });
    if (issues) throw unexpectedAnswer(call, faultOf(issues[0]));
  }
  return json as Answer<C>;
}

export const answerSchema = ({ data, extras }: Call): v.GenericSchema =>
  v.object({ status: v.literal(1), message: v.string(), data, ...extras });

const faultOf = (issue: v.BaseIssue<unknown>) =>
  `${v.getDotPath(issue) ?? 'all of it'} ${issue.received === 'undefined' ? 'is missing' : `should be ${issue.expected}`}`;

export const unexpectedAnswer = ({ method, path }: Call, what: string) =>
  new UnexpectedAnswer(`The response to ${method} ${path} is not what the contract promises: ${what}`);

type Judged = { pipe?: unknown } & (
  | { type: 'object'; entries: Record<string, v.GenericSchema> }
  | { type: 'array'; item: v.GenericSchema }
  | { type: 'nullable' | 'optional'; wrapped: v.GenericSchema }
  | { type: 'picklist'; options: readonly unknown[] }
  | { type: 'literal'; literal: unknown }
  | { type: 'string' | 'number' | 'boolean' | 'null' | 'unknown' }
);

/**
 * Compiles a response schema to a function that checks a JSON value: on 20,000 rows, valibot would block the page.
 * Schemas that have a pipe, or are not `Judged`, fall back to valibot. JSON has no undefined, so an undefined field is a
 * missing one.
 */
export function compileResponseCheck(generic: v.GenericSchema): Check {
  const schema = generic as Judged;
  const byValibot: Check = (value) => v.is(generic, value);
  if (schema.pipe) return byValibot;
  switch (schema.type) {
    case 'string':
    case 'number':
    case 'boolean': {
      const { type } = schema;
      return (value) => typeof value === type;
    }
    case 'null':
      return (value) => value === null;
    case 'unknown':
      return (value) => value !== undefined;
    case 'literal':
      return (value) => value === schema.literal;
    case 'picklist': {
      const options = new Set(schema.options);
      return (value) => options.has(value);
    }
    case 'nullable':
    case 'optional': {
      const wrapped = compileResponseCheck(schema.wrapped);
      const absent = schema.type === 'nullable' ? null : undefined;
      return (value) => value === absent || wrapped(value);
    }
    case 'array': {
      const item = compileResponseCheck(schema.item);
      return (value) => Array.isArray(value) && value.every(item);
    }
    case 'object': {
      const fields = Object.entries(schema.entries).map(([key, field]) => [key, compileResponseCheck(field)] as const);
      return (value) =>
        typeof value === 'object' &&
        value !== null &&
        fields.every(([key, check]) => check((value as Record<string, unknown>)[key]));
    }
    default:
      return byValibot;
  }
}
