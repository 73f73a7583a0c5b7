/** Stops `npm start` as systemd, a container or Ctrl-C does: the whole process group gets the signal. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '../../api/testing/freePort.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('npm start completes pending requests on SIGTERM to its group, and on SIGINT after a restart', async () => {
  test.setTimeout(360_000);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'arrival-desk-'));
  try {
    await startAndStop(dataDir, 'SIGTERM');
    await startAndStop(dataDir, 'SIGINT');
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function startAndStop(dataDir: string, signal: NodeJS.Signals) {
  const [port, publicPort] = [await freePort(), await freePort()];
  // Given: `npm start` as the leader of a process group, and a half-received request
  const { DATABASE_URL: _other, ...env } = process.env;
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...env,
      PORT: String(port),
      PUBLIC_PORT: String(publicPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      MAX_LAG_MS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let said = '';
  npm.stdout.on('data', (data) => (said += String(data)));
  const ended = once(npm, 'exit');
  await expect.poll(() => said, { timeout: 100_000 }).toContain('is ready');
  const client = connect(port, '127.0.0.1');
  let answer = '';
  client.on('data', (data) => (answer += String(data))).on('error', () => {});
  const body = JSON.stringify({ orderId: '999999', email: 'nobody@example.com' });
  const head = ['POST /api/front/track-order HTTP/1.1', 'Host: desk', 'Content-Type: application/json'];
  // The server answers 100 as soon as it has read the request's head.
  const waits = ['Expect: 100-continue', `Content-Length: ${body.length}`];
  client.write([...head, ...waits, '', body.slice(0, 10)].join('\r\n'));
  await expect.poll(() => answer).toContain('100 Continue');

  // When the group gets the signal
  process.kill(-npm.pid!, signal);
  await expect.poll(() => said).toContain('"msg":"stopping"');
  client.write(body.slice(10));

  // Then: the request is answered, and everything ends in order
  await expect.poll(() => answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 404 /);
  await expect.poll(() => said).toContain('"msg":"stopped"');
  await ended;
  client.destroy();
}
