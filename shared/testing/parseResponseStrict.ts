import * as v from 'valibot';
import type { Answer, Call, RefusalBody } from '../api/call.ts';
import { answerSchema, unexpectedAnswer } from '../api/client/parseResponse.ts';

const refusal = v.object({
  status: v.literal(0),
  message: v.string(),
  data: v.unknown(),
  errors: v.optional(v.record(v.string(), v.string())),
  error: v.optional(v.object({ message: v.string() })),
}) satisfies v.GenericSchema<unknown, RefusalBody>;

/** Checks a response strictly, so that tests and fakes contain no unknown fields. Throws UnexpectedAnswer. */
export function parseResponseStrict<C extends Call>(call: C, json: unknown): Answer<C> | RefusalBody {
  const refused = typeof json === 'object' && json !== null && 'status' in json && json.status === 0;
  const schema = refused ? refusal : answerSchema(call);
  const result = v.safeParse(schema, json);
  if (!result.success) {
    const [issue] = result.issues;
    throw unexpectedAnswer(call, `${v.getDotPath(issue) ?? 'all of it'}: ${issue.message}`);
  }
  const unknown = firstUnknown(json, result.output, '');
  if (unknown) throw unexpectedAnswer(call, `it has no ${unknown}`);
  return json as Answer<C> | RefusalBody;
}

/** The path of the first value that parsing dropped or changed. */
function firstUnknown(sent: unknown, known: unknown, path: string): string | null {
  if (typeof sent !== 'object' || sent === null) return Object.is(sent, known) ? null : path;
  if (typeof known !== 'object' || known === null) return path;
  for (const [key, value] of Object.entries(sent)) {
    const at = path ? `${path}.${key}` : key;
    if (!Object.hasOwn(known, key)) return at;
    const found = firstUnknown(value, (known as Record<string, unknown>)[key], at);
    if (found) return found;
  }
  return null;
}
