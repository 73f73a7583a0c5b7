import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { orderCalls } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { callProduct, callOrThrow, signInTo } from './testing/callProduct.ts';
import { launchProduct, type LaunchedProduct } from './testing/launchProduct.ts';
import { pollUntil } from './testing/pollUntil.ts';

// Tests run concurrently, because each mostly waits for its own product.
const started: LaunchedProduct[] = [];
const folders: string[] = [];

afterAll(async () => {
  await Promise.all(started.map(({ end }) => end('SIGKILL')));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 })));
});

test.concurrent('a kill loses no acknowledged work; requests still arriving after ten seconds of draining are cut', async () => {
  const acknowledged: string[] = [];
  const folder = await newFolder();
  let product = await startProduct(folder);
  let token = await signIn(product);
  for (let round = 0; round < 2; round++) {
    const working = Array.from({ length: 4 }, async (_, worker) => {
      for (let turn = 0; ; turn++) {
        const remark = `round ${round} worker ${worker} turn ${turn}`;
        const answered = await addRemark(product, token, remark).catch(() => false);
        if (!answered) return;
        acknowledged.push(remark);
      }
    });
    const before = acknowledged.length;
    await pollUntil(
      async () => acknowledged.length - before,
      (n) => n > 10,
    );
    await product.stop('SIGKILL');
    await Promise.all(working);
    product = await startProduct(folder);
    // The session still works, because the sign-in was acknowledged too.
    const { remarks } = await readOrder(product, token);
    const kept = new Set(remarks.map(({ remark }) => remark));
    expect(acknowledged.filter((remark) => !kept.has(remark))).toEqual([]);
    token = await signIn(product);
  }
  expect(acknowledged.length).toBeGreaterThan(20);

  const upload = await halfSent(product, token);
  const trickle = setInterval(() => upload.trickle(), 200);
  const exit = product.stop('SIGTERM');
  expect(await upload.answer).toBe('');
  clearInterval(trickle);
  expect(await exit).toBe(0);
  expect(product.output()).toMatch(/"msg":"no longer waiting for pending requests"/);
}, 600_000);

test.concurrent('a port in use gives one line of error, and the folder is unlocked', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  try {
    const { port } = squatter.address() as AddressInfo;
    const product = launch(await newFolder(), { PORT: String(port) }, { prepared: true });
    expect(await product.ended).toBe(1);
    // The log may also have a warning about a slow stop.
    const lines = product
      .output()
      .split('\n')
      .filter((line) => line && !line.startsWith('{'));
    expect(lines).toEqual([`Port ${port} is in use. Set PORT to another one.`]);
  } finally {
    // An open server would keep the tests from ending.
    squatter.close();
  }
}, 600_000);

test.concurrent('all wrong settings are listed before anything is changed', async () => {
  const product = launch(await newFolder(), { PORT: 'x', MAX_UPLOAD_MB: '0' });
  expect(await product.ended).toBe(1);
  expect(product.output()).toMatch(/PORT must be a whole number\n +MAX_UPLOAD_MB must be at least 1/);
}, 600_000);

test.concurrent('stopped by its process group and npm at once, it completes a request in progress and exits with 0', async () => {
  const product = await startProduct(await newFolder());
  const upload = await halfSent(product, await signIn(product));
  product.process.kill('SIGTERM');
  await setTimeout(20);
  // npm forwards the signal that the process group has already received, so it arrives twice.
  const exit = product.stop('SIGTERM');
  await pollUntil(
    async () => product.output(),
    (said) => said.includes('"msg":"stopping"'),
  );
  upload.finish();
  expect(await upload.answer).toMatch(/^HTTP\/1.1 200 /);
  expect(await exit).toBe(0);
  expect(product.output()).toMatch(/"msg":"stopped"/);
  expect(product.output()).not.toMatch(/"level":[456]0/);
}, 600_000);

test.concurrent('a second start on the folder names the first and exits with 1; a second signal exits at once', async () => {
  const folder = await newFolder();
  const product = await startProduct(folder);
  const second = launch(folder);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`is in use by process ${product.process.pid} (`);
  expect(second.output().trim().split('\n')).toHaveLength(1);

  const upload = await halfSent(product, await signIn(product));
  product.process.kill('SIGTERM');
  await pollUntil(
    async () => product.output(),
    (said) => said.includes('"msg":"stopping"'),
  );
  // A signal within a second would count as an echo of the first.
  await setTimeout(1_100);
  // The exit code would be 0 if the product had drained.
  expect(await product.stop('SIGTERM')).toBe(128 + 15);
  expect(product.output()).not.toMatch(/"msg":"stopped"/);
  await upload.answer;
}, 600_000);

/** Sends only a remark's headers. `answer` is everything after `100 Continue` until the connection ends. */
async function halfSent({ url }: Running, token: string) {
  const client = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  client.on('data', (data) => (answer += String(data))).on('error', () => {});
  const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';
  const body = JSON.stringify({ orderId: '100001', remark: 'the last one' });
  const head = ['POST /api/admin/add-new-remark HTTP/1.1', 'Host: desk', 'Content-Type: application/json'];
  const blanks = 1_000;
  head.push(`Authorization: ${token}`, `Content-Length: ${blanks + body.length}`);
  // `100 Continue` confirms that the product has received the request.
  head.push('Expect: 100-continue', '', '');
  client.write(head.join('\r\n'));
  expect(
    await pollUntil(
      async () => answer,
      (said) => said === goOn,
    ),
  ).toBe(goOn);
  let sent = 0;
  return {
    trickle: () => void ((sent += 1), client.write(' ')),
    finish: () => void client.write(' '.repeat(blanks - sent) + body),
    // Not `events.once`, which would reject if cutting the connection also emits 'error'.
    answer: new Promise<string>((resolve) => client.once('close', () => resolve(answer.slice(goOn.length)))),
  };
}

async function newFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'arrival-desk-main-'));
  folders.push(folder);
  return folder;
}

function launch(folder: string, settings: Record<string, string> = {}, how: Parameters<typeof launchProduct>[2] = {}) {
  const product = launchProduct(folder, settings, how);
  started.push(product);
  return product;
}

async function startProduct(folder: string) {
  const product = launch(folder, {}, { prepared: true });
  return { ...product, url: await product.ready(), stop: product.end };
}
type Running = Awaited<ReturnType<typeof startProduct>>;

const signIn = ({ url }: Running) => signInTo(url);

async function addRemark({ url }: Running, token: string, remark: string): Promise<boolean> {
  return (await callProduct(url, orderCalls.addRemark, { orderId: '100001', remark }, { token })).ok;
}

async function readOrder({ url }: Running, token: string): Promise<OrderDetails> {
  return (await callOrThrow(url, orderCalls.details, { orderId: '100001' }, { token })).data;
}
