import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { DatabaseAway } from './DatabaseAway.ts';
import type { WatchedClient } from './WatchedClient.ts';

/** How often the connections are looked over, and how long an answer may take before the server is asked about it. */
const lookMs = 500;
const doubtMs = 1_000;
/** The longest time without asking the server for a new connection: who shuts it down slowly waits for us to notice. */
const quietMs = 5_000;
/** How long it may take to connect and answer a trifle. */
const patienceMs = 3_000;
/** While it is away, one new attempt begins in each such time, also when the one before hangs. */
const attemptMs = 250;
/** So long a connection may take to end as it should. */
const goodbyeMs = 1_000;
const noMoreConnections = '53300';

/**
 * Knows whether the server answers, by asking on fresh connections: when a connection broke, when an answer takes long,
 * and from time to time. Once it does not, all connections are cut and whatever is asked is refused at once, until it does.
 * A statement may take as long as it likes while the server says that it is at work on it; so there are no time-outs
 * that a large folder or a migration could run into.
 */
export class ServerWatch {
  readonly #config: pg.ClientConfig;
  readonly #log: FastifyBaseLogger | undefined;
  readonly #clients = new Set<WatchedClient>();
  readonly #name = `arrival-desk ${randomBytes(4).toString('hex')}`;
  /** So many times it went away: connections from before bear another name. */
  #times = 0;
  #away: DatabaseAway | null = null;
  #heardAt = 0;
  #askedAt = 0;
  #looking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(config: pg.ClientConfig, log?: FastifyBaseLogger) {
    this.#config = config;
    this.#log = log;
  }

  /** What the server's own list of connections calls those that are begun now. */
  get applicationName() {
    return `${this.#name}.${this.#times}`;
  }

  /** Begins once the server has answered: a start without one is told otherwise. */
  begin() {
    this.#askedAt = performance.now();
    this.#timer = setInterval(() => this.#lookOver(), lookMs).unref();
  }

  end() {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  add(client: WatchedClient) {
    this.#clients.add(client);
  }

  forget(client: WatchedClient) {
    this.#clients.delete(client);
  }

  /**
   * Ends connections by `ending`, and cuts those that are not gone after a second, all there are unless told which: a
   * server that hangs lets nobody go.
   */
  async letGo(ending: () => Promise<unknown>, clients: Iterable<WatchedClient> = this.#clients) {
    const cutting = setTimeout(() => {
      for (const client of clients) client.cut(new DatabaseAway(new Error('The connection does not end')));
    }, goodbyeMs);
    await ending();
    clearTimeout(cutting);
  }

  /** The server has answered something. */
  heard() {
    this.#heardAt = performance.now();
  }

  /** Why nothing may be asked now; null: it may. */
  refusal(): DatabaseAway | null {
    return this.#away && new DatabaseAway(this.#away.cause);
  }

  /** Something broke: is it the server? */
  suspect() {
    if (this.#timer && !this.#away) void this.#look();
  }

  #lookOver() {
    const now = performance.now();
    const owed = [...this.#clients].some(({ askedAt }) => askedAt !== null && now - askedAt > doubtMs);
    if (!this.#away && (owed || now - this.#askedAt > quietMs)) void this.#look();
  }

  #look(): Promise<void> {
    this.#looking ??= this.#askAfterAll().finally(() => (this.#looking = null));
    return this.#looking;
  }

  async #askAfterAll() {
    const began = (this.#askedAt = performance.now());
    try {
      const owing = [...this.#clients].filter(({ askedAt }) => askedAt !== null && began - askedAt > doubtMs);
      await this.#ask((client) => cutForgotten(client, owing));
    } catch (error) {
      // A full server answers whom it has, a slow one as well.
      const tooMany = (error as { code?: string }).code === noMoreConnections;
      if (tooMany || (error instanceof TookTooLong && this.#heardAt > began)) return;
      if (this.#timer) this.#leave(error);
    }
  }

  #leave(error: unknown) {
    this.#away = new DatabaseAway(error);
    const leftAt = performance.now();
    this.#log?.warn({ err: error }, 'the database does not answer: calls are refused until it does');
    this.#times += 1;
    for (const client of this.#clients) client.cut(this.#away);
    clearInterval(this.#timer);
    this.#timer = setInterval(() => void attempt(), attemptMs).unref();

    const attempt = async () => {
      try {
        await this.#ask((client) => endLost(client, this.#name, this.applicationName));
      } catch {
        return;
      }
      // Of several attempts that were under way, the first.
      if (!this.#away || !this.#timer) return;
      this.#away = null;
      clearInterval(this.#timer);
      this.begin();
      const seconds = Math.round((performance.now() - leftAt) / 100) / 10;
      this.#log?.warn({ seconds }, 'the database answers again');
    };
    void attempt();
  }

  /** On a connection of its own, within the patience. */
  async #ask(question: (client: Connection) => Promise<unknown>): Promise<void> {
    const client = new pg.Client({ ...this.#config, application_name: `${this.#name} watch` }) as Connection;
    client.on('error', () => {});
    const tooLong = setTimeout(() => client.connection.stream.destroy(new TookTooLong()), patienceMs);
    try {
      await client.connect();
      await question(client);
    } finally {
      clearTimeout(tooLong);
      client.end().catch(() => {});
    }
  }
}

/** With what its types leave out. */
type Connection = pg.Client & Pick<WatchedClient, 'processID'>;

class TookTooLong extends Error {
  override name = 'TookTooLong';
  override message = `No answer within ${patienceMs / 1000} s`;
}

/**
 * Cuts those connections whose statement the server is not at work on: it has answered long ago, or never got it. Only when
 * that was so twice, since an answer may be on its way. What a lost connection held is freed.
 */
async function cutForgotten(asking: Connection, owing: readonly WatchedClient[]) {
  const { rows } = await asking.query<{ own: number; busy: number[] }>(
    `select pg_backend_pid() as own, array(
       select pid from pg_stat_activity where pid = any ($1) and coalesce(state, '') not like 'idle%') as busy`,
    [owing.map(({ processID }) => processID)],
  );
  const { own, busy } = rows[0]!;
  // Something stands between, and has numbers of its own.
  if (own !== asking.processID) return;
  for (const client of owing) {
    if (busy.includes(client.processID!)) continue;
    if (client.doubtedAt === client.askedAt && client.askedAt !== null) {
      client.cut(new DatabaseAway(new Error('The connection is silent')));
      await asking.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and application_name = $2',
        [client.processID, client.applicationName],
      );
    }
    client.doubtedAt = client.askedAt;
  }
}

/** Ends what the server still has of the connections that were cut: they may hold locks, and nobody will end them. */
function endLost(asking: Connection, name: string, now: string) {
  return asking.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where usename = current_user and application_name like $1 and application_name <> all ($2)`,
    [`${name}.%`, [now]],
  );
}
