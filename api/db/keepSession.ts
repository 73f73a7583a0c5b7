import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { OpenDatabase } from './database.ts';
import type { ServerWatch } from './ServerWatch.ts';
import { WatchedClient } from './WatchedClient.ts';

/** While the server is away, a try is refused in this process and costs nothing. */
const againMs = 250;
/** So often it is asked something: who only holds or hears does not notice that nobody is there any more. */
const soundingMs = 5_000;

/** Keeps a connection of its own, and begins again on the next one when that breaks, until it is closed. */
export async function keepSession(
  watch: ServerWatch,
  config: pg.ClientConfig,
  begin: Parameters<OpenDatabase['keepSession']>[0],
): ReturnType<OpenDatabase['keepSession']> {
  let closed = false;
  let client: WatchedClient;
  let ended: Promise<unknown>;

  async function open() {
    client = new WatchedClient({ ...config, watch });
    await client.connect();
    ended = new Promise((resolve) => client.once('end', resolve));
    try {
      await begin(client);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  async function openAgain() {
    for (;;) {
      await ended;
      // Not kept alive for this alone.
      await setTimeout(againMs, null, { ref: false });
      if (closed) return;
      await open().catch(() => {});
    }
  }

  await open();
  void openAgain();
  const sounding = setInterval(() => void client.query('select 1').catch(() => {}), soundingMs).unref();
  return async () => {
    closed = true;
    clearInterval(sounding);
    await watch.letGo(() => client.end(), [client]);
  };
}
