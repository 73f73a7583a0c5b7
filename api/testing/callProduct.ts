import { demoMembers, demoPassword } from '../demo/demoMembers.ts';

export interface Answer {
  ok: boolean;
  status: number;
  headers: Headers;
  /** What the call's data is, the test knows. */
  body: { status: number; message: string; data: never; total?: number };
}

interface Sent {
  /** A session's; none: nobody calls. */
  token?: string;
  body?: object | FormData | undefined;
  headers?: Record<string, string>;
}

/** A call of a product that is a process of its own: `url` is its staff origin, `address` what comes after `/api`. */
export async function callProduct(
  url: string,
  [method, address]: readonly [string, string],
  { token, body, headers = {} }: Sent = {},
): Promise<Answer> {
  const isJson = body && !(body instanceof FormData);
  const response = await fetch(`${url}/api${address}`, {
    method,
    headers: {
      ...(token && { authorization: token }),
      ...(isJson && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: isJson ? JSON.stringify(body) : (body as FormData) }),
  });
  const { ok, status } = response;
  return { ok, status, headers: response.headers, body: (await response.json()) as Answer['body'] };
}

/** The token of a new session of the demo's Admin. */
export async function signInAsAdmin(url: string): Promise<string> {
  const { email } = demoMembers.find(({ role }) => role === 'Admin')!;
  const { body } = await callProduct(url, ['POST', '/admin/admin-login'], { body: { email, password: demoPassword } });
  return (body as unknown as { jwtToken: string }).jwtToken;
}
