import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { orderCalls } from 'shared/api/orderCalls';
import { callProduct, callOrThrow, signInTo } from '../testing/callProduct.ts';
import { launchProduct, type LaunchedProduct } from '../testing/launchProduct.ts';
import { copyPrepared } from '../testing/preparedDatabase.ts';
import { pollUntil } from '../testing/pollUntil.ts';

const megabyte = 1_048_576;
// Tests run concurrently, because each mostly waits for its own product.
const started: LaunchedProduct[] = [];
let scratch: string;
let disk: Awaited<ReturnType<typeof smallDisk>> | undefined;

const root = process.getuid?.() === 0;
/** Runs a command in a mount namespace. Without root, this also needs a user namespace. */
const apart = ['unshare', root ? '-m' : '-Urm', 'sh', '-c'] as const;

/** Whether this machine can mount file systems: on Linux, as root or in namespaces. */
function mayMount(): boolean {
  const [program, ...rest] = [...apart, 'mount -t tmpfs tmpfs /tmp'];
  return spawnSync(program, rest, { stdio: 'ignore' }).status === 0;
}

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'full-disk-'));
});
afterAll(async () => {
  await Promise.all(started.map(({ end }) => end('SIGKILL')));
  await disk?.close();
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
});

(mayMount() ? test.concurrent : test.skip)(
  'a mounted disk that fills up under load: changes are refused, reads work, and the product recovers',
  async () => {
    disk = await smallDisk(180);
    const { command, folder, seenFromHere } = disk;
    copyPrepared(process.env.PREPARED_DATABASE!, seenFromHere);
    const filler = path.join(seenFromHere, 'of-another-program');
    const freeMb = async () => {
      const { bavail, bsize } = await statfs(seenFromHere);
      return (bavail * bsize) / megabyte;
    };
    const fillUpTo = async (leave: number) =>
      writeFile(filler, Buffer.alloc(Math.max(0, Math.floor(((await freeMb()) - leave) * megabyte))));
    const settings = { DATA_DIR: folder, MIN_FREE_MB: '40' };
    const start = () => startProduct(settings, { command });

    let product = await start();
    let token = await signIn(product);
    const acknowledged = new Set<string>();
    /** Four writers add remarks of 9 KB, until each is refused. */
    const load = async () => {
      const answers = await Promise.all(
        Array.from({ length: 4 }, async () => {
          for (;;) {
            const remark = randomBytes(4_500).toString('hex');
            const answer = await addRemark(product, token, remark);
            if (!answer.ok) return answer.status;
            acknowledged.add(remark);
          }
        }),
      );
      return answers;
    };
    await fillUpTo(55);
    expect(await load()).toEqual([507, 507, 507, 507]);
    expect(acknowledged.size).toBeGreaterThan(100);
    expect((await readRemarks(product, token)).length).toBeGreaterThan(100);

    // Once there is space again, the product continues without an operator.
    await rm(filler);
    const goesOn = await pollUntil(
      () => addRemark(product, token, 'there is room again'),
      ({ ok }) => ok,
    );
    expect(goesOn.status).toBe(200);

    await fillUpTo(20);
    expect(await load()).toEqual([507, 507, 507, 507]);
    expect(await product.end('SIGTERM')).toBe(0);

    // A product that starts on a full disk still serves reads.
    product = await start();
    expect((await readRemarks(product, token)).length).toBeGreaterThan(100);
    expect((await addRemark(product, token, 'too early')).status).toBe(507);
    await product.end('SIGKILL');
    await rm(filler);
    product = await start();
    token = await signIn(product);
    const kept = new Set(await readRemarks(product, token));
    expect([...acknowledged].filter((remark) => !kept.has(remark))).toEqual([]);
    expect(kept.has('too early')).toBe(false);
    expect(await product.end('SIGTERM')).toBe(0);
  },
  240_000,
);

test.concurrent('a suddenly full disk ends the process with one line and exit code 1, and loses nothing', async () => {
  const full = path.join(scratch, 'full');
  // Refuses PGlite's writes to its files, like a full file system.
  const preload = `
    import fs from 'node:fs';
    const { writeSync } = fs;
    fs.writeSync = (...given) => {
      if (fs.existsSync(${JSON.stringify(full)}) && given[0] > 2)
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 });
      return writeSync(...given);
    };`;
  const settings = { DATA_DIR: path.join(scratch, 'data'), MIN_FREE_MB: '0' };
  const product = await startProduct(settings, {
    node: ['--import', `data:text/javascript,${encodeURIComponent(preload)}`],
    prepared: true,
  });
  const token = await signIn(product);
  const acknowledged: string[] = [];
  let isFull = false;
  for (let turn = 0; ; turn++) {
    const { ok } = await addRemark(product, token, `turn ${turn}`).catch(() => ({ ok: false }));
    if (!ok) break;
    acknowledged.push(`turn ${turn}`);
    if (turn === 20 && !isFull) {
      await writeFile(full, '');
      isFull = true;
    }
  }
  // A failed write must not leave PGlite in a busy loop, in which the process would ignore SIGTERM.
  expect(await Promise.race([product.ended, setTimeout(20_000, 'it hangs', { ref: false })])).toBe(1);
  const lines = product
    .output()
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('{'));
  expect(lines.at(-1)).toMatch(
    /^The embedded database has stopped: .*No space left on device\. No confirmed changes were lost\./,
  );

  await rm(full);
  const again = await startProduct(settings);
  const kept = new Set(await readRemarks(again, token));
  expect(acknowledged.filter((remark) => !kept.has(remark))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThanOrEqual(21);
  expect(await again.end('SIGTERM')).toBe(0);
}, 240_000);

test.concurrent('a new database without enough space fails with one line', async () => {
  const settings = { DATA_DIR: path.join(scratch, 'new'), MIN_FREE_MB: '1000000', LOG_LEVEL: 'error' };
  const { ended, output } = launch(settings);
  expect(await ended).toBe(1);
  expect(output().trim()).toBe(
    `DATA_DIR ${settings.DATA_DIR} has too little space for a new database: MIN_FREE_MB requires 1000000 MB to stay free.`,
  );
}, 240_000);

function launch(settings: Record<string, string>, how?: Parameters<typeof launchProduct>[2]) {
  const product = launchProduct(scratch, { LOG_LEVEL: 'warn', ...settings }, how);
  started.push(product);
  return product;
}

async function startProduct(settings: Record<string, string>, how?: Parameters<typeof launchProduct>[2]) {
  const product = launch(settings, how);
  return { ...product, url: await product.ready() };
}
type Product = Awaited<ReturnType<typeof startProduct>>;

const signIn = ({ url }: Product) => signInTo(url);

const addRemark = ({ url }: Product, token: string, remark: string) =>
  callProduct(url, orderCalls.addRemark, { orderId: '100001', remark }, { token });

async function readRemarks({ url }: Product, token: string): Promise<string[]> {
  const { data } = await callOrThrow(url, orderCalls.details, { orderId: '100001' }, { token });
  return data.remarks.map(({ remark }) => remark);
}

/** A file system in memory, visible only to processes started with `command`. Needs `mayMount()`. */
async function smallDisk(megabytes: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'small-disk-'));
  const mount = 'mount -t tmpfs -o size="$1m" tmpfs "$2" && echo ready && exec sleep infinity';
  const [program, ...rest] = [...apart, mount, 'sh', String(megabytes), folder];
  const holder = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => {
    holder.once('error', () => resolve());
    holder.once('exit', () => resolve());
  });
  const ready = await Promise.race([once(holder.stdout, 'data').then(() => true), ended.then(() => false)]);
  const close = async () => {
    holder.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  if (!ready) {
    await close();
    throw new Error('A small disk could not be mounted');
  }
  const enter = root ? ['-m'] : ['-U', '-m', '--preserve-credentials'];
  return {
    folder,
    seenFromHere: path.join('/proc', String(holder.pid), 'root', folder),
    /** Prefix for a command that must see the file system. */
    command: ['nsenter', '-t', String(holder.pid), ...enter, '--'],
    close,
  };
}
