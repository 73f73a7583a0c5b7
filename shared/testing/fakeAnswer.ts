import type { Answer, Call } from '../api/call.ts';
import { parseResponseStrict } from '../api/client/parseResponseStrict.ts';

export type FakeSuccess<C extends Call> = Omit<Answer<C>, 'status' | 'message'> & { message?: string };

export interface FakeRefusal {
  httpStatus: number;
  message: string;
  data?: unknown;
  errors?: Record<string, string>;
  headers?: Record<string, string>;
}

/**
 * A response in the API's envelope.
 *
 * @throws UnexpectedAnswer if the contract does not allow it
 */
export function fakeAnswer<C extends Call>(call: C, answer: FakeSuccess<C> | FakeRefusal): Response {
  const { httpStatus = 200, headers, ...said } = answer as Partial<FakeRefusal>;
  const refused = httpStatus !== 200;
  const body: Record<string, unknown> = {
    status: refused ? 0 : 1,
    message: '',
    ...(refused && { data: null }),
    ...said,
  };
  parseResponseStrict(call, body);
  if (call.answers && !refused) return new Response(body.data as Blob, { headers: { 'Content-Type': call.answers } });
  return Response.json(body, { status: httpStatus, headers: { 'X-Request-Id': 'req-7f3a91c2', ...headers } });
}
