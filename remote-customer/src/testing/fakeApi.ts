/** The edge of the network in tests: answers by path, and what was asked. */

interface Asked {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
}

type Answer = { httpStatus?: number; headers?: Record<string, string>; body?: object };
type Answers = Record<string, Answer | ((asked: Asked) => Answer | Promise<Answer>)>;

/** Replaces `fetch`: each path has its answer, any other is refused as by a server that is not there. */
export function fakeApi(answers: Answers) {
  const asked: Asked[] = [];
  globalThis.fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(String(input), location.origin), init);
    const { pathname } = new URL(request.url);
    const text = await request.text();
    const call = {
      method: request.method,
      path: pathname,
      headers: request.headers,
      body: text ? JSON.parse(text) : null,
    };
    asked.push(call);
    const answer = answers[pathname];
    if (!answer) throw new TypeError('fetch failed');
    const { httpStatus = 200, headers, body } = typeof answer === 'function' ? await answer(call) : answer;
    return new Response(body ? JSON.stringify(body) : null, {
      status: httpStatus,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  };
  return { asked, answers };
}

const order = {
  order_id: '100128',
  full_name: 'Layla Hadad',
  stage: 'ready',
  landing_domain: null as string | null,
  created_at: '2026-11-21T07:24:00Z',
};

/** A successful answer of get-download-history. */
export function historyAnswer(
  mainResult: Partial<typeof order> = {},
  data: object[] = [],
  downloadTotal = data.length,
) {
  const ready = (mainResult.stage ?? order.stage) === 'ready';
  const path = ready ? { file1: 'abc.pdf', content_type: 'application/pdf', size: 3_250_000 } : null;
  return { body: { status: 1, message: 'Done', data, downloadTotal, mainResult: { ...order, ...mainResult }, path } };
}

/** A refusal in the API's envelope. */
export const refusal = (httpStatus: number, message: string, headers?: Record<string, string>) => ({
  httpStatus,
  headers,
  body: { status: 0, message, data: null },
});
