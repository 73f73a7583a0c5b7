/** The edge of the network, faked for tests: everything above `fetch` is the real thing. */

export interface AskedCall {
  method: string;
  /** Below /api. */
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

/** A body with status 200, a status with its body, or no answer at all. */
type Reply = object | { httpStatus: number; body: object; headers?: Record<string, string> } | 'unreachable' | 'never';

/**
 * Answers calls by 'METHOD /path' (a prefix is enough), each time by asking its function. What has no answer is a 404.
 * Returns what was asked, in order.
 */
export function fakeApi(answers: Record<string, (call: AskedCall) => Reply | Promise<Reply>>): AskedCall[] {
  const asked: AskedCall[] = [];
  globalThis.fetch = async (resource, init) => {
    const request = new Request(resource, init);
    const { pathname, searchParams } = new URL(request.url);
    const text = request.method === 'GET' ? '' : await request.clone().text();
    const call: AskedCall = {
      method: request.method,
      path: pathname.replace('/api', ''),
      query: searchParams,
      body: text ? JSON.parse(text) : undefined,
      headers: request.headers,
    };
    asked.push(call);
    const name = Object.keys(answers).find((known) => `${call.method} ${call.path}`.startsWith(known));
    const reply = name
      ? await answers[name]!(call)
      : { httpStatus: 404, body: { status: 0, message: 'No such call', data: null } };
    if (reply === 'unreachable') throw new TypeError('Failed to fetch');
    if (reply === 'never') {
      return new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)));
    }
    const { httpStatus, body, headers } =
      'httpStatus' in reply ? reply : { httpStatus: 200, body: reply, headers: undefined };
    return Response.json(body, { status: httpStatus, headers });
  };
  return asked;
}

/** A session token of this member, as the API makes it but for the signature, which no browser checks. */
export function tokenOf(user: { id: number; name: string; type: string }): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ user, sid: '1' })}.signature`;
}
