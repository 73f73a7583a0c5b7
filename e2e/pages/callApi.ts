import { expect } from '@playwright/test';
import type { Desk } from '../startDesk.ts';
import { staff } from './staffPages.ts';

interface Answer {
  status: number;
  message: string;
  data: never;
  total: number;
}

/** The API as another member uses it meanwhile: signed in, and every call must succeed. */
export async function memberOf(desk: Desk, role: keyof typeof staff) {
  const call = async (method: string, path: string, body?: object, token?: string) => {
    const answer = await fetch(`${desk.staff}/api${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: token }) },
      body: body && JSON.stringify(body),
    });
    const json = (await answer.json()) as Answer & { jwtToken: string };
    expect(json, `${method} ${path}`).toMatchObject({ status: 1 });
    return json;
  };
  const sign = { email: staff[role].email, password: 'arrival-desk' };
  const { jwtToken } = await call('POST', '/admin/admin-login', sign);
  return (method: string, path: string, body?: object) => call(method, path, body, jwtToken);
}
