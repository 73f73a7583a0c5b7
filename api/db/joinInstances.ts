import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { derivedKey } from '../signing/derivedKey.ts';
import type { Settings } from '../settings/settings.ts';
import type { OpenDatabase } from './database.ts';
import { joinUnder } from './instanceQueries.ts';

/** Of an instance that has only its own secret, in its own DATA_DIR. */
const noSecret = 0;
/** For one that was killed a moment ago: PostgreSQL may not have heard yet, in milliseconds. */
const patienceMs = 3_000;

/**
 * Instances that share a PostgreSQL database need one SESSION_SECRET: else the sessions, grants and tokens of one are worth
 * nothing to the other. Joins those that run, or rejects with one line that says what is wrong. Whoever loses the
 * connection joins again by itself; that never ends the process. Answers what leaves them. The embedded database has one
 * instance anyway.
 */
export async function joinInstances(
  { keepSession }: Pick<OpenDatabase, 'keepSession'>,
  { sessionSecret }: Pick<Settings, 'sessionSecret'>,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const mark = sessionSecret ? markOf(sessionSecret) : noSecret;
  let joined = false;
  return keepSession(async (client) => {
    // A machine that has died is off the list within half a minute, not after the two hours of a default.
    await client.query(
      'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set idle_session_timeout = 0',
    );
    if (joined) await joinAgain(client);
    else await joinFirst(client);
    joined = true;
  });

  async function joinFirst(client: pg.Client) {
    for (const until = Date.now() + patienceMs; ; await setTimeout(100)) {
      const others = await joinUnder(client, mark, (marks) => refusal(mark, marks) === null);
      const why = refusal(mark, others);
      if (!why) return;
      if (Date.now() > until) throw new Error(why);
    }
  }

  /** This instance runs already, so it joins whoever else does: the list has to be true. */
  async function joinAgain(client: pg.Client) {
    const others = await joinUnder(client, mark, () => true);
    // Without a secret on either side the other may be this one's own lost connection.
    const why = others.every((other) => other === mark) ? null : refusal(mark, others);
    if (why) log.error(why);
  }
}

/** Thirty-two bits that tell secrets apart, and nothing of the secret. */
const markOf = (sessionSecret: string) =>
  derivedKey(Buffer.from(sessionSecret, 'utf8'), 'instance').export().readUInt32BE(0) || 1;

const remedy = 'Instances that share a database need the same SESSION_SECRET: set it for each of them';

/** Why an instance of this mark may not run beside those of the others; null: it may. */
function refusal(mark: number, others: readonly number[]): string | null {
  if (others.length === 0) return null;
  if (mark === noSecret)
    return `Another instance runs on this database, and this one has no SESSION_SECRET. ${remedy}.`;
  if (others.includes(noSecret)) return `An instance without SESSION_SECRET runs on this database. ${remedy}.`;
  return others.every((other) => other === mark)
    ? null
    : `An instance with another SESSION_SECRET runs on this database. ${remedy}.`;
}
