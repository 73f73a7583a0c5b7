import type { Answer, Call } from '../api/call.ts';
import { readExactAnswer } from '../api/readExactAnswer.ts';

/** What a call answers; an empty message where none is given. */
export type Done<C extends Call> = Omit<Answer<C>, 'status' | 'message'> & { message?: string };

/** Why it was not done. */
export interface Refused {
  httpStatus: number;
  message: string;
  data?: unknown;
  errors?: Record<string, string>;
  headers?: Record<string, string>;
}

/**
 * An answer in the API's envelope.
 *
 * @throws UnexpectedAnswer when the API could not answer so
 */
export function fakeAnswer<C extends Call>(call: C, answer: Done<C> | Refused): Response {
  const { httpStatus = 200, headers, ...said } = answer as Partial<Refused>;
  const refused = httpStatus !== 200;
  const body: Record<string, unknown> = {
    status: refused ? 0 : 1,
    message: '',
    ...(refused && { data: null }),
    ...said,
  };
  readExactAnswer(call, body);
  if (call.answers && !refused) return new Response(body.data as Blob, { headers: { 'Content-Type': call.answers } });
  return Response.json(body, { status: httpStatus, headers: { 'X-Request-Id': 'req-7f3a91c2', ...headers } });
}
