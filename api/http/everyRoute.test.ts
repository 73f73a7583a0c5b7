import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allCalls } from 'shared/api/allCalls';
import { isAudience, type Call } from 'shared/api/call';
import { callUrl } from 'shared/api/client/callUrl';
import { folders } from 'shared/rules/folders';
import { may, roles } from 'shared/rules/permissions';
import { onBothDrivers } from '../testing/onOneDriver.ts';
import type { TestApi } from '../testing/startTestApi.ts';

/** Routes below /api that are not calls of the contract. */
const exceptions = [
  'GET /api/health',
  'GET /api/openapi.json',
  'GET /api/docs',
  // Signatures cover the raw bytes, which calls of the contract do not get.
  'POST /api/webhooks/ses',
  'POST /api/webhooks/sendgrid',
];

/** An id that no job has. */
const jobId = '00000000-0000-4000-8000-000000000000';

const calls = Object.entries<Call>(allCalls);
const nameOf = (call: Pick<Call, 'method' | 'path'>) => `${call.method} /api${call.path}`;

onBothDrivers((api) => {
  test('every call of the contract is served, and nothing else below /api but the named exceptions', () => {
    const served = routesOf(api().staff).filter((route) => route.split(' ')[1]!.startsWith('/api'));
    const expected = [...calls.map(([, call]) => nameOf(call)), ...exceptions];
    expect(served.filter((route) => !route.startsWith('HEAD ')).sort()).toEqual(expected.sort());
  });

  test('the public origin serves only the customer’s calls', () => {
    const served = routesOf(api().customers).filter((route) => route.split(' ')[1]!.startsWith('/api'));
    const front = calls.filter(([, call]) => call.path.startsWith('/front/'));
    expect(served.sort()).toEqual(front.map(([, call]) => nameOf(call)).sort());
  });

  test('on the public origin every staff call is the 404 of an unknown path, for any caller', async () => {
    const session = await api().signIn('Admin');
    const headers = { authorization: session, 'x-api-key': 'a key of the intake', accept: 'text/html' };
    const others = calls.filter(([, call]) => !call.path.startsWith('/front/'));
    const known = [
      ...others.map(([, call]) => ({
        method: call.method,
        url: callUrl(call, { orderId: '100001', orderName: 'newOrder', jobId, id: '1' }).path,
      })),
      ...exceptions.map((route) => {
        const [method, url] = route.split(' ');
        return { method: method as Call['method'], url: url! };
      }),
      ...['/api/admin/events', '/api/admin/presence', '/api/front', '/API/admin/admin-login'].map((url) => ({
        method: 'GET' as const,
        url,
      })),
    ];
    const unknown = await api().customers.inject({ url: '/api/nothing', headers });
    for (const { method, url } of known) {
      for (const asked of [url, `${url}/`, url.replace('/api/', '/api/./'), url.replace('/a', '/%61')]) {
        const payload = method === 'GET' ? undefined : { orderId: '100001' };
        const response = await api().customers.inject({ method, url: asked, headers, payload });
        expect([method, asked, response.statusCode]).toEqual([method, asked, 404]);
        if (asked === url && url.startsWith('/api')) expect(response.json()).toEqual(unknown.json());
      }
    }
  });

  test('on the public origin every staff page is the not-found page', async () => {
    const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/rules/01-product-and-origins.md'), 'utf8');
    const told = [...page.matchAll(/`(\/admin[\w/-]*)/g)].map(([, address]) => address!);
    const pages = new Set([...told, ...Object.values(folders).map((folder) => folder.path)]);
    expect(pages.size).toBeGreaterThan(20);
    const notFound = await api().customers.inject({ url: '/nothing' });
    for (const url of pages) {
      for (const method of ['GET', 'HEAD', 'POST', 'DELETE'] as const) {
        const response = await api().customers.inject({ method, url });
        const wanted = method === 'GET' || method === 'HEAD' ? notFound.statusCode : 404;
        expect([method, url, response.statusCode]).toEqual([method, url, wanted]);
      }
    }
  });

  test.each(calls)(
    '%s: no session is 401, a role without the right 403, before the input is read',
    async (_name, call) => {
      const { path: url } = callUrl(call, { orderId: '100001', orderName: 'newOrder', jobId, id: '1' });
      const ask = async (authorization?: string) => {
        const response = await api().staff.inject({
          method: call.method,
          url: call.method === 'GET' ? `${url}?page=nonsense` : url,
          ...(call.method === 'GET' ? {} : { payload: { nonsense: true } }),
          headers: authorization ? { authorization } : {},
        });
        return response.statusCode;
      };
      const open = call.needs === 'anyone';
      if (open) expect([401, 403]).not.toContain(await ask());
      else expect(await ask()).toBe(401);
      expect(open || (await ask('nonsense')) === 401).toBe(true);

      for (const role of roles) {
        const status = await ask(await api().signIn(role));
        if (isAudience(call.needs)) {
          if (!open) expect([role, status]).toEqual([role, 401]);
        } else {
          if (may(role, call.needs)) expect([401, 403]).not.toContain(status);
          else expect([role, status]).toEqual([role, 403]);
        }
      }
    },
  );

  test('the order history is a folder that a Telecaller may not list', async () => {
    const list = async (role: (typeof roles)[number]) => {
      const headers = { authorization: await api().signIn(role) };
      return (await api().staff.inject({ url: '/api/admin/get-orders-list/allOrder?page=0', headers })).statusCode;
    };
    expect(await list('Telecaller')).toBe(403);
    expect(await list('Team')).toBe(400);
  });

  test('an action that a role may never do is 403 before validation, and 400 precedes 404', async () => {
    const ask = async (role: (typeof roles)[number], method: 'PUT' | 'POST', url: string, payload: object) => {
      const headers = { authorization: await api().signIn(role) };
      const response = await api().staff.inject({ method, url: `/api/admin/${url}`, payload, headers });
      return response.statusCode;
    };
    const assign = 'assign-order-status';
    const move = 'move-order-status';
    const wrong = { orderId: 'x' };
    const others = { ...wrong, assignto: ' Max Manager ' };
    const deletion = { ...wrong, updatingStatus: 'Deleted' };
    for (const role of ['Team', 'Telecaller', 'Night Staff'] as const) {
      expect(await ask(role, 'PUT', assign, others)).toBe(403);
      expect(await ask(role, 'PUT', move, deletion)).toBe(403);
      expect(await ask(role, 'POST', 'add-new-remark', { ...deletion, remark: '' })).toBe(403);
    }
    expect(await ask('Admin', 'PUT', assign, others)).toBe(400);
    expect(await ask('Team', 'PUT', assign, { ...wrong, assignto: ' Tia Team ' })).toBe(400);
    expect(await ask('Team', 'PUT', assign, { ...wrong, assignto: '' })).toBe(400);
    expect(await ask('Manager', 'PUT', move, deletion)).toBe(400);
    const unknown = { folderName: 'newOrder', assignto: 'Nobody Known' };
    expect(await ask('Admin', 'PUT', assign, { ...unknown, month: 'Brumaire' })).toBe(400);
    expect(await ask('Admin', 'PUT', assign, unknown)).toBe(404);
  });

  test('an unknown path, or a known one with another method, is a 404 envelope on both origins', async () => {
    for (const app of [api().staff, api().customers]) {
      for (const [method, url] of [
        ['GET', '/api/nothing'],
        ['GET', '/api'],
        ['DELETE', '/api/admin/admin-login'],
      ] as const) {
        const response = await app.inject({ method, url });
        expect([response.statusCode, response.json().status]).toEqual([404, 0]);
      }
    }
  });
});

/** Routes such as 'GET /api/health', parsed from Fastify's own list. */
function routesOf(app: TestApi['staff']): string[] {
  const routes: string[] = [];
  const path: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false, includeHooks: false }).split('\n')) {
    const match = /^([│├└─ ]*)(\S+)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (!match) continue;
    const depth = match[1]!.length / 4;
    path.length = Math.max(0, depth - 1);
    path.push(match[2]!);
    for (const method of match[3]?.split(', ') ?? []) routes.push(`${method} ${path.join('')}`);
  }
  return routes;
}
