import * as v from 'valibot';
import { answerCheck } from './answerCheck.ts';
import type { Answer, Call } from './call.ts';

/** An answer that is not what its call promises. The message says where, and never what stands there. */
export class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer';
}

/**
 * The JSON of a successful answer as what its call promises, as it came: fields that the contract does not know stay, for
 * the API may be newer than who reads it.
 *
 * @throws UnexpectedAnswer
 */
export function readAnswer<C extends Call>(call: C, json: unknown): Answer<C> {
  const schema = answerSchema(call);
  if (!answerCheck(schema)(json)) {
    const { issues } = v.safeParse(schema, json, { abortEarly: true });
    if (issues) throw unexpected(call, faultOf(issues[0]));
  }
  return json as Answer<C>;
}

const faultOf = (issue: v.BaseIssue<unknown>) =>
  `${v.getDotPath(issue) ?? 'all of it'} ${issue.received === 'undefined' ? 'is missing' : `is no ${issue.expected}`}`;

export const unexpected = ({ method, path }: Call, what: string) =>
  new UnexpectedAnswer(`The answer of ${method} ${path} is not what the contract promises: ${what}`);

const schemas = new WeakMap<Call, v.GenericSchema>();

/** The whole envelope of a successful answer. */
export function answerSchema(call: Call): v.GenericSchema {
  const known = schemas.get(call) ?? envelope(call);
  schemas.set(call, known);
  return known;
}

const envelope = ({ data, beside }: Call) => v.object({ status: v.literal(1), message: v.string(), data, ...beside });
