/** The edge of the network, faked for tests: everything above `fetch` is the real thing, and the contract holds below it. */
import * as v from 'valibot';
import { allCalls } from '../api/allCalls.ts';
import type { Call, ParsedInput } from '../api/call.ts';
import { fakeAnswer, type Done, type Refused } from './fakeAnswer.ts';

export interface AskedCall {
  call: Call;
  method: string;
  /** Below /api. */
  path: string;
  search: URLSearchParams;
  /** JSON, or the fields of a form. */
  body: unknown;
  headers: Headers;
  signal: AbortSignal;
}

/** Done, refused, an answer of somebody else's (a proxy, say), or none at all. */
export type FakeReply<C extends Call> = Done<C> | Refused | Response | 'unreachable' | 'never';
type Answering<C extends Call> = (input: ParsedInput<C>, asked: AskedCall) => FakeReply<C> | Promise<FakeReply<C>>;

export interface FakeApi {
  /** What answers a call from now on. */
  on: <C extends Call>(call: C, answer: Answering<C>) => FakeApi;
  /** What a file's address answers from now on: what is fetched beside the calls. */
  onFile: (path: string, answer: () => Response) => FakeApi;
  /** What was asked, in order. */
  asked: AskedCall[];
  /** The files that were asked for: 'HEAD /uploads/docs/…'. */
  askedFiles: string[];
  /** The requests of one call. */
  to: (call: Call) => AskedCall[];
}

/** Answers that the API could not give. They fail the test that gave them. */
const faults: unknown[] = [];
afterEach(() => {
  const [fault] = faults.splice(0);
  if (fault) throw fault;
});

/**
 * Stands in for the API: inputs are refused by their call's schema as there, and answers must be what the call promises,
 * or the test fails. A call that nothing answers is a 404.
 */
export function fakeApi(): FakeApi {
  const answers = new Map<Call, Answering<Call>>();
  const files = new Map<string, () => Response>();
  const fake: FakeApi = {
    asked: [],
    askedFiles: [],
    onFile: (path, answer) => {
      files.set(path, answer);
      return fake;
    },
    on: (call, answer) => {
      answers.set(call, answer as Answering<Call>);
      return fake;
    },
    to: (call) => fake.asked.filter((asked) => asked.call === call),
  };
  globalThis.fetch = async (resource, init) => {
    const request = new Request(resource instanceof Request ? resource : new URL(resource, location.origin), init);
    const file = files.get(new URL(request.url).pathname);
    if (file) {
      fake.askedFiles.push(`${request.method} ${new URL(request.url).pathname}`);
      return file();
    }
    const { asked, params } = await read(request);
    fake.asked.push(asked);
    const reply = await replyTo(asked, params, answers.get(asked.call));
    if (reply instanceof Response) return reply;
    if (reply === 'unreachable') throw new TypeError('Failed to fetch');
    if (reply === 'never') {
      return new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)));
    }
    try {
      return fakeAnswer(asked.call, reply);
    } catch (error) {
      throw fault(error);
    }
  };
  return fake;
}

async function read(request: Request): Promise<{ asked: AskedCall; params: Record<string, string> }> {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.replace('/api', '');
  const found = callAt(request.method, path);
  if (!found) throw fault(new Error(`The contract has no call ${request.method} ${path}`));
  const isForm = request.headers.get('Content-Type')?.startsWith('multipart/');
  const text = isForm || request.method === 'GET' ? '' : await request.clone().text();
  const body: unknown = isForm ? Object.fromEntries(await request.formData()) : text ? JSON.parse(text) : undefined;
  const { method, headers, signal } = request;
  return {
    asked: { call: found.call, method, path, search: searchParams, body, headers, signal },
    params: found.params,
  };
}

function callAt(method: string, path: string) {
  for (const call of Object.values<Call>(allCalls)) {
    const pattern = new RegExp(`^${call.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    const match = call.method === method && pattern.exec(path);
    if (match) {
      const params = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]);
      return { call, params: Object.fromEntries(params) as Record<string, string> };
    }
  }
  return null;
}

async function replyTo(
  asked: AskedCall,
  params: Record<string, string>,
  answer: Answering<Call> | undefined,
): Promise<FakeReply<Call>> {
  if (!answer) return { httpStatus: 404, message: 'Nothing answers this call here' };
  const given = asked.method === 'GET' ? Object.fromEntries(asked.search) : (asked.body ?? {});
  const fields = Object.entries(given).filter(([name]) => !asked.call.files?.includes(name));
  const { success, output, issues } = v.safeParse(asked.call.input, { ...Object.fromEntries(fields), ...params });
  if (success) return answer(output, asked);
  const errors: Record<string, string> = {};
  for (const issue of issues) errors[v.getDotPath(issue)?.split('.')[0] ?? ''] ??= issue.message;
  return { httpStatus: 400, message: issues[0].message, errors };
}

function fault(error: unknown): unknown {
  faults.push(error);
  return error;
}

/** A session token of this member, as the API makes it but for the signature, which no browser checks. */
export function tokenOf(user: { id: number; name: string; type: string }): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ user, sid: '1' })}.signature`;
}
