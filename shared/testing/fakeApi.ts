/** A fake `fetch` for tests, which enforces the contract. */
import * as v from 'valibot';
import { allCalls } from '../api/allCalls.ts';
import type { Answer, Call, ParsedInput } from '../api/call.ts';
import { parseResponseStrict } from './parseResponseStrict.ts';

export interface RecordedCall {
  call: Call;
  method: string;
  /** The path below /api. */
  path: string;
  search: URLSearchParams;
  /** The parsed JSON, or the fields of a form. */
  body: unknown;
  headers: Headers;
  signal: AbortSignal;
}

type FakeSuccess<C extends Call> = Omit<Answer<C>, 'status' | 'message'> & { message?: string };

interface FakeRefusal {
  httpStatus: number;
  message: string;
  data?: unknown;
  errors?: Record<string, string>;
  headers?: Record<string, string>;
}

/** A success, a refusal, another server's response, or no response. */
export type FakeReply<C extends Call> = FakeSuccess<C> | FakeRefusal | Response | 'unreachable' | 'never';
type Answering<C extends Call> = (
  input: ParsedInput<C>,
  recorded: RecordedCall,
) => FakeReply<C> | Promise<FakeReply<C>>;

export interface FakeApi {
  on: <C extends Call>(call: C, answer: Answering<C>) => FakeApi;
  onFile: (path: string, answer: () => Response) => FakeApi;
  recorded: RecordedCall[];
  /** The requests for files, such as 'HEAD /uploads/docs/…'. */
  askedFiles: string[];
  to: (call: Call) => RecordedCall[];
}

/** Contract violations, which fail the test. */
const faults: unknown[] = [];
afterEach(() => {
  const [fault] = faults.splice(0);
  if (fault) throw fault;
});

/** Checks inputs and answers against the contract. A call without an answer gets a 404. */
export function fakeApi(): FakeApi {
  const answers = new Map<Call, Answering<Call>>();
  const files = new Map<string, () => Response>();
  const fake: FakeApi = {
    recorded: [],
    askedFiles: [],
    onFile: (path, answer) => {
      files.set(path, answer);
      return fake;
    },
    on: (call, answer) => {
      answers.set(call, answer as Answering<Call>);
      return fake;
    },
    to: (call) => fake.recorded.filter((recorded) => recorded.call === call),
  };
  globalThis.fetch = async (resource, init) => {
    const request = new Request(resource instanceof Request ? resource : new URL(resource, location.origin), init);
    const file = files.get(new URL(request.url).pathname);
    if (file) {
      fake.askedFiles.push(`${request.method} ${new URL(request.url).pathname}`);
      return file();
    }
    const { recorded, params } = await read(request);
    fake.recorded.push(recorded);
    const reply = await replyTo(recorded, params, answers.get(recorded.call));
    if (reply instanceof Response) return reply;
    if (reply === 'unreachable') throw new TypeError('Failed to fetch');
    if (reply === 'never') {
      return new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)));
    }
    try {
      return fakeAnswer(recorded.call, reply);
    } catch (error) {
      throw fault(error);
    }
  };
  return fake;
}

async function read(request: Request): Promise<{ recorded: RecordedCall; params: Record<string, string> }> {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.replace('/api', '');
  const found = callAt(request.method, path);
  if (!found) throw fault(new Error(`The contract has no call ${request.method} ${path}`));
  const isForm = request.headers.get('Content-Type')?.startsWith('multipart/');
  const text = isForm || request.method === 'GET' ? '' : await request.clone().text();
  const body: unknown = isForm ? Object.fromEntries(await request.formData()) : text ? JSON.parse(text) : undefined;
  const { method, headers, signal } = request;
  return {
    recorded: { call: found.call, method, path, search: searchParams, body, headers, signal },
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
  recorded: RecordedCall,
  params: Record<string, string>,
  answer: Answering<Call> | undefined,
): Promise<FakeReply<Call>> {
  if (!answer) return { httpStatus: 404, message: 'Nothing answers this call here' };
  const sentInput = recorded.method === 'GET' ? Object.fromEntries(recorded.search) : (recorded.body ?? {});
  const fields = Object.entries(sentInput).filter(([name]) => !recorded.call.files?.includes(name));
  const { success, output, issues } = v.safeParse(recorded.call.input, { ...Object.fromEntries(fields), ...params });
  if (success) return answer(output, recorded);
  const errors: Record<string, string> = {};
  for (const issue of issues) errors[v.getDotPath(issue)?.split('.')[0] ?? ''] ??= issue.message;
  return { httpStatus: 400, message: issues[0].message, errors };
}

/**
 * A response in the API's envelope.
 *
 * @throws UnexpectedAnswer if the contract does not allow it
 */
export function fakeAnswer<C extends Call>(call: C, answer: FakeSuccess<C> | FakeRefusal): Response {
  const { httpStatus = 200, headers, ...rest } = answer as Partial<FakeRefusal>;
  const refused = httpStatus !== 200;
  const body: Record<string, unknown> = {
    status: refused ? 0 : 1,
    message: '',
    ...(refused && { data: null }),
    ...rest,
  };
  parseResponseStrict(call, body);
  if (call.answers && !refused) return new Response(body.data as Blob, { headers: { 'Content-Type': call.answers } });
  return Response.json(body, { status: httpStatus, headers: { 'X-Request-Id': 'req-7f3a91c2', ...headers } });
}

function fault(error: unknown): unknown {
  faults.push(error);
  return error;
}

/** A session token without a valid signature, which browsers do not check. */
export function tokenOf(user: { id: number; name: string; type: string }): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ user, sid: '1' })}.signature`;
}
