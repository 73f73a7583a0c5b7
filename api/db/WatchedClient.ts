import pg from 'pg';
import { failsAsAway } from './failsAsAway.ts';
import { DatabaseAway } from './DatabaseAway.ts';
import type { ServerWatch } from './ServerWatch.ts';

type Settled = (error: Error | null | undefined, result?: unknown) => void;

/**
 * A connection that a `ServerWatch` knows: it may be cut at any time, and whatever fails with a connection fails as
 * `DatabaseAway`. It has a listener for its errors all its life: without one, a connection that breaks while a transaction
 * holds it would end the process.
 */
export class WatchedClient extends pg.Client {
  /** Since when the server has been owing an answer, by `performance.now()`; null: it owes none. */
  askedAt: number | null = null;
  /** `askedAt` of the statement that the server was found not to be working on. */
  doubtedAt: number | null = null;
  /** What the server's list of connections calls it. */
  readonly applicationName: string;
  /** The server's process behind it. */
  declare readonly processID: number | null;

  constructor({ watch, ...config }: pg.ClientConfig & { watch: ServerWatch }) {
    const { applicationName } = watch;
    super({ ...config, application_name: applicationName });
    this.applicationName = applicationName;
    this.on('error', () => watch.suspect());
    this.on('drain', () => {
      this.askedAt = null;
      watch.heard();
    });
    this.once('end', () => watch.forget(this));

    const connect = super.connect.bind(this) as (told: Settled) => void;
    const begin = (told: Settled) => {
      const refused = watch.refusal();
      if (refused) return void process.nextTick(told, refused);
      watch.add(this);
      connect((error) => {
        if (!error) return told(null, this);
        watch.forget(this);
        watch.suspect();
        told(new DatabaseAway(error));
      });
    };
    this.connect = ((told?: Settled) => (told ? begin(told) : asPromise(begin))) as typeof this.connect;

    const query = failsAsAway(super.query.bind(this));
    this.query = ((...given: unknown[]) => {
      this.askedAt ??= performance.now();
      return query(...given);
    }) as typeof this.query;
  }

  /** Ends it without a word to the server, which may not be listening; what waits for an answer fails. */
  cut(error: DatabaseAway) {
    this.connection.stream.destroy(error);
  }
}

const asPromise = (begin: (told: Settled) => void) =>
  new Promise<unknown>((resolve, reject) => begin((error, result) => (error ? reject(error) : resolve(result))));
