import type { Desk } from '../e2e/startDesk.ts';

export type Caller = (path: string, body?: object, method?: string) => () => Promise<unknown>;

/** Signs in once; then makes calls that must succeed. */
export async function deskCaller(desk: Desk): Promise<Caller> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  const call: Caller = (path, body, method = 'POST') => {
    const init = body ? { method, headers, body: JSON.stringify(body) } : { headers };
    return async () => {
      const answer = await fetch(desk.staff + path, init);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
      return JSON.parse(text) as unknown;
    };
  };
  const signIn = call('/api/admin/admin-login', { email: 'admin@demo.test', password: 'arrival-desk' });
  headers.Authorization = ((await signIn()) as { jwtToken: string }).jwtToken;
  return call;
}
