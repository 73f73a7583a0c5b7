import type { Answer as Success, Call, CallInput, RefusalBody } from 'shared/api/call';
import { callUrl } from 'shared/api/client/callUrl';
import { parseResponseStrict } from 'shared/testing/parseResponseStrict';
import { sessionCalls } from 'shared/api/sessionCalls';
import { demoMembers, demoPassword } from '../demo/demoMembers.ts';

export interface Answer<C extends Call = Call> {
  ok: boolean;
  status: number;
  headers: Headers;
  /** Success and refusal in one type, because a test knows which it expects. */
  body: Omit<Success<C>, 'status'> & Omit<RefusalBody, 'data' | 'status'> & { status: 0 | 1 };
}

interface Sent {
  token?: string;
  headers?: Record<string, string>;
}

/** Calls a product in another process; `url` is the origin. Checks the response against the contract. */
export async function callProduct<C extends Call>(...args: Parameters<typeof requestProduct<C>>): Promise<Answer<C>> {
  const response = await requestProduct(...args);
  const { ok, status, headers } = response;
  return { ok, status, headers, body: parseResponseStrict(args[1], await response.json()) as Answer<C>['body'] };
}

/** Returns the response without reading its body. */
export function requestProduct<C extends Call>(
  url: string,
  call: C,
  input: CallInput<C>,
  { token, headers = {} }: Sent = {},
): Promise<Response> {
  const { path, rest } = callUrl(call, input as Record<string, unknown>);
  const { query, body } = callContent(call, rest);
  const isForm = body instanceof FormData;
  return fetch(`${url}${path}${query ? `?${new URLSearchParams(query).toString()}` : ''}`, {
    method: call.method,
    headers: {
      ...(token && { authorization: token }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
}

export async function callOrThrow<C extends Call>(
  ...args: Parameters<typeof requestProduct<C>>
): Promise<Answer<C>['body']> {
  const { ok, status, body } = await callProduct(...args);
  if (!ok) throw new Error(`${args[1].method} ${args[1].path}: ${status} ${body.message}`);
  return body;
}

/** Signs a demo member in, by default the Admin. */
export async function signInTo(url: string, role: (typeof demoMembers)[number]['role'] = 'Admin'): Promise<string> {
  const { email } = demoMembers.find((member) => member.role === role)!;
  return (await callOrThrow(url, sessionCalls.login, { email, password: demoPassword })).jwtToken;
}

/** The input without path parameters, as `shared/api/client/send` sends it: as a form if the call has files. */
export function callContent(
  call: Call,
  rest: Record<string, unknown>,
): { query?: Record<string, string>; body?: object } {
  const entries = Object.entries(rest).filter(([, value]) => value !== undefined);
  if (call.method === 'GET') return { query: Object.fromEntries(entries.map(([key, value]) => [key, String(value)])) };
  if (!call.files) return { body: Object.fromEntries(entries) };
  const form = new FormData();
  for (const [key, value] of entries) form.append(key, value instanceof Blob ? value : String(value));
  return { body: form };
}
