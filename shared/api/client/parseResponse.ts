import * as v from 'valibot';
import { compileResponseCheck } from './compileResponseCheck.ts';
import type { Answer, Call } from '../call.ts';

/** A response that does not match the contract. Its message names the field, never the value. */
export class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer';
}

/**
 * Returns a successful response's JSON unchanged, or throws UnexpectedAnswer. Unknown fields are kept: the API may be
 * newer.
 */
export function parseResponse<C extends Call>(call: C, json: unknown): Answer<C> {
  const schema = answerSchema(call);
  if (!compileResponseCheck(schema)(json)) {
    const { issues } = v.safeParse(schema, json, { abortEarly: true });
    if (issues) throw unexpectedAnswer(call, faultOf(issues[0]));
  }
  return json as Answer<C>;
}

const faultOf = (issue: v.BaseIssue<unknown>) =>
  `${v.getDotPath(issue) ?? 'all of it'} ${issue.received === 'undefined' ? 'is missing' : `should be ${issue.expected}`}`;

export const unexpectedAnswer = ({ method, path }: Call, what: string) =>
  new UnexpectedAnswer(`The response to ${method} ${path} is not what the contract promises: ${what}`);

const schemas = new WeakMap<Call, v.GenericSchema>();

export function answerSchema(call: Call): v.GenericSchema {
  const known = schemas.get(call) ?? envelope(call);
  schemas.set(call, known);
  return known;
}

const envelope = ({ data, extras }: Call) => v.object({ status: v.literal(1), message: v.string(), data, ...extras });
