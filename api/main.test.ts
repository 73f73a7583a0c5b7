import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** The product as a real process, on a folder of its own. */
interface Running {
  process: ChildProcess;
  url: string;
  output: () => string;
  stop: (signal: NodeJS.Signals) => Promise<number | null>;
}

const main = path.join(import.meta.dirname, 'main.ts');
const started: ChildProcess[] = [];
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'arrival-desk-main-'));
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

test('killed in the middle of acknowledged work, it comes back with all of it', async () => {
  const acknowledged: string[] = [];
  let product = await startProduct();
  let token = await signIn(product);
  for (let round = 0; round < 3; round++) {
    const working = Array.from({ length: 4 }, async (_, worker) => {
      for (let turn = 0; ; turn++) {
        const remark = `round ${round} worker ${worker} turn ${turn}`;
        const answered = await addRemark(product, token, remark).catch(() => false);
        if (!answered) return;
        acknowledged.push(remark);
      }
    });
    await setTimeout(400 + 150 * round);
    await product.stop('SIGKILL');
    await Promise.all(working);
    product = await startProduct();
    // The session is one of the things that were acknowledged.
    const { remarks } = await readOrder(product, token);
    const kept = new Set(remarks.map(({ remark }) => remark));
    expect(acknowledged.filter((remark) => !kept.has(remark))).toEqual([]);
    token = await signIn(product);
  }
  expect(acknowledged.length).toBeGreaterThan(20);
  expect(await product.stop('SIGTERM')).toBe(0);
}, 120_000);

test('a second start on the same folder names the process that has it, and ends with 1', async () => {
  const product = await startProduct();
  const second = launch();
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`is in use by process ${product.process.pid} (`);
  expect(second.output().trim().split('\n')).toHaveLength(1);
}, 60_000);

test('a port that is taken is one clear line, and the folder is free again', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  try {
    const { port } = squatter.address() as AddressInfo;
    const product = launch({ PORT: String(port) });
    expect(await product.ended).toBe(1);
    expect(product.output().trim()).toBe(`Port ${port} is in use. Set PORT to another one.`);
  } finally {
    // An open server would keep Jest from ending.
    squatter.close();
  }
}, 60_000);

test('wrong settings are all told before anything is touched', async () => {
  const product = launch({ PORT: 'x', MAX_UPLOAD_MB: '0' });
  expect(await product.ended).toBe(1);
  expect(product.output()).toMatch(/PORT must be a whole number\n +MAX_UPLOAD_MB must be at least 1/);
}, 60_000);

test('SIGTERM lets a request under way end, and stops with 0', async () => {
  const product = await startProduct();
  const token = await signIn(product);
  const answer = addRemark(product, token, 'the last one');
  // Long enough for the request to have arrived.
  await setTimeout(30);
  const exit = product.stop('SIGTERM');
  expect(await answer).toBe(true);
  expect(await exit).toBe(0);
  expect(product.output()).not.toMatch(/"level":[456]0/);
}, 60_000);

function launch(settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main], {
    // Elsewhere than in the repository: its .env is none of this test's.
    cwd: dataDir,
    env: {
      ...{ PATH: process.env.PATH, DATA_DIR: path.join(dataDir, 'data'), DEMO_ORDERS: '20', REMOTES_DIR: dataDir },
      ...{ PORT: '0', PUBLIC_PORT: '0', HOST: '127.0.0.1', ...settings },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { child, output: () => output, ended };
}

async function startProduct(): Promise<Running> {
  const { child, output, ended } = launch();
  while (!output().includes('is ready')) {
    if (child.exitCode !== null) throw new Error(output());
    await setTimeout(50);
  }
  const port = /Staff: +http:\/\/localhost:(\d+)/.exec(output())![1]!;
  const url = `http://127.0.0.1:${port}`;
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return { process: child, url, output, stop };
}

async function call(product: Running, method: string, address: string, token = '', body?: object) {
  const response = await fetch(`${product.url}/api${address}`, {
    method,
    headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { ok: response.ok, body: (await response.json()) as Record<string, never> };
}

async function signIn(product: Running): Promise<string> {
  const input = { email: 'admin@demo.test', password: 'arrival-desk' };
  return (await call(product, 'POST', '/admin/admin-login', '', input)).body.jwtToken!;
}

async function addRemark(product: Running, token: string, remark: string): Promise<boolean> {
  return (await call(product, 'POST', '/admin/add-new-remark', token, { orderId: '100001', remark })).ok;
}

async function readOrder(product: Running, token: string): Promise<{ remarks: { remark: string }[] }> {
  return (await call(product, 'GET', '/admin/get-orders-details/100001', token)).body.data!;
}
