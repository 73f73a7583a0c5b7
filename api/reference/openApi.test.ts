import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { allCalls, callsBySubject } from 'shared/api/allCalls';
import type { Call } from 'shared/api/call';
import surface from 'shared/surface.json' with { type: 'json' };
import { openApi } from './openApi.ts';

const require = createRequire(import.meta.url);
const redocly = require.resolve('@redocly/cli/bin/cli.js');

interface Operation {
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { properties: object } }> };
  responses: Record<string, { description: string; headers?: object }>;
}
const operationOf = ({ method, path }: Call) =>
  openApi().paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]![method.toLowerCase()] as Operation;
const statusesOf = (call: Call) => Object.keys(operationOf(call).responses).map(Number);

test('passes the recommended rules of a linter without a warning', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'arrival-desk-openapi-'));
  try {
    const file = path.join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(openApi()));
    const { stdout, status } = spawnSync(
      process.execPath,
      [redocly, 'lint', '--extends=recommended', '--format=json', file],
      { cwd: folder, encoding: 'utf8', env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    );
    const problems = JSON.parse(stdout).problems as { ruleId: string; message: string }[];
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
    expect(status).toBe(0);
  } finally {
    await rm(folder, { recursive: true });
  }
});

// If this fails, increment the API's version (shared/api/version.ts says how), and update the call in surface.json.
test('the shapes of the API calls match the version in surface.json', () => {
  const shapes = Object.values(allCalls).map((call) => {
    const { parameters, requestBody, responses } = operationOf(call);
    const shape = JSON.stringify([parameters, requestBody, responses[200]]);
    return [`${call.method} ${call.path}`, createHash('sha256').update(shape).digest('hex').slice(0, 12)] as const;
  });
  expect(Object.fromEntries(shapes)).toEqual(surface.calls);
});

test('every call has one tag', () => {
  expect(callsBySubject.flatMap(({ calls }) => Object.keys(calls)).sort()).toEqual(Object.keys(allCalls).sort());
});

test.each<[keyof typeof allCalls, number[]]>([
  ['login', [200, 400, 408, 413, 415, 429, 503, 507]],
  ['logout', [200, 400, 401, 408, 413, 415, 422, 503, 507]],
  ['folderCounts', [200, 400, 401, 503]],
  ['list', [200, 400, 401, 403, 404, 503]],
  ['search', [200, 400, 401, 403, 404, 408, 413, 415, 422, 503]],
  ['move', [200, 400, 401, 403, 404, 408, 409, 413, 415, 422, 503, 507]],
  ['upload', [200, 400, 401, 404, 408, 409, 413, 415, 422, 429, 503, 507]],
  ['downloadDocument', [200, 400, 401, 404, 408, 409, 410, 413, 415, 429, 503, 507]],
  ['takeInOrders', [200, 400, 401, 408, 413, 415, 503, 507]],
])('%s lists each status of its responses', (name, statuses) => {
  expect(statusesOf(allCalls[name])).toEqual(statuses);
});

test('a refusal is described, and says whether it has Retry-After', () => {
  const { responses } = operationOf(allCalls.changeStatus);
  expect(responses[403]!.description).toBe(
    'Only Admin and Manager can do this; The role may not open the folder, or may not do this to any of the orders',
  );
  expect(operationOf(allCalls.search).responses[413]!.description).toBe('The body is over 64 KB');
  expect(responses[413]!.description).toBe('The body is over 2048 KB');
  expect(Object.keys(responses).filter((status) => responses[status]!.headers)).toEqual(['503', '507']);
});

test('path parameters are not in the body, and a GET has none', () => {
  expect(operationOf(allCalls.cancelBulk).requestBody).toBeUndefined();
  expect(operationOf(allCalls.list).requestBody).toBeUndefined();
  const bodyOf = (call: Call, type: string) => operationOf(call).requestBody!.content[type]!.schema.properties;
  expect(Object.keys(bodyOf(allCalls.login, 'application/json'))).toEqual(['email', 'password']);
  expect(Object.keys(bodyOf(allCalls.upload, 'multipart/form-data'))).toContain('uploadVisaDoc');
});

test('changing calls of members accept an Idempotency-Key', () => {
  const isKeyed = (call: Call) => operationOf(call).parameters.some(({ name }) => name === 'Idempotency-Key');
  expect([allCalls.move, allCalls.list, allCalls.track].map(isKeyed)).toEqual([true, false, false]);
});
