import pg from 'pg';
import { DatabaseAway } from './DatabaseAway.ts';
import { failsAsAway } from './failsAsAway.ts';
import type { ServerWatch } from './ServerWatch.ts';
import { WatchedClient } from './WatchedClient.ts';

type Told = (error: Error | undefined, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void;

/** A pool of watched connections. One that ends while somebody has it is given back by itself. */
export class WatchedPool extends pg.Pool {
  constructor(watch: ServerWatch, config: pg.PoolConfig) {
    super({ ...config, Client: WatchedClient, watch } as unknown as pg.PoolConfig);
    // The connection's own listener sees to it; without one here, an idle one that breaks would end the process.
    this.on('error', () => {});

    const connect = super.connect.bind(this) as (told: Told) => void;
    const begin = (told: Told) =>
      connect((error, client) => {
        if (error || !client)
          return told(error instanceof DatabaseAway || this.ending ? error : new DatabaseAway(error));
        releaseAtEnd(client);
        told(undefined, client, client.release);
      });
    this.connect = ((told?: Told) => {
      if (told) return begin(told);
      return new Promise((resolve, reject) => begin((error, client) => (error ? reject(error) : resolve(client!))));
    }) as typeof this.connect;
    // A connection that breaks tells the pool so before the statement that went by it fails.
    this.query = failsAsAway(super.query.bind(this)) as typeof this.query;
  }
}

/**
 * Drizzle releases no connection whose BEGIN failed: after as many as the pool may have, it would give out none any more.
 * Who releases it as well does no harm.
 */
function releaseAtEnd(client: pg.PoolClient) {
  const { release } = client;
  let released = false;
  client.release = (error) => {
    if (released) return;
    released = true;
    client.off('end', ended);
    release(error);
  };
  const ended = () => client.release(true);
  client.once('end', ended);
}
