/** What `WatchedClient` and `WatchedPool` rely on and pg promises to nobody. When it fails after an update, look there. */
import { once } from 'node:events';
import pg from 'pg';
import { testPostgres } from '../testing/drivers.ts';

const server = testPostgres();
const onServer = server ? test : test.skip;

interface Parts {
  connection: { stream: { destroy: (error: Error) => void } };
  processID: number | null;
}

onServer('a client knows the server’s process, and says "drain" once it waits for no answer', async () => {
  const client = new pg.Client({ connectionString: server! });
  await client.connect();
  const drained = once(client, 'drain');
  const { rows } = await client.query('select pg_backend_pid() as id');
  await drained;
  expect(rows).toEqual([{ id: (client as unknown as Parts).processID }]);
  await client.end();
});

onServer('a client whose connection’s stream is destroyed fails what it waits for, and says "end"', async () => {
  const client = new pg.Client({ connectionString: server! });
  const errors: Error[] = [];
  client.on('error', (error) => errors.push(error));
  await client.connect();
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  const answer = client.query('select pg_sleep(20)');
  (client as unknown as Parts).connection.stream.destroy(new Error('cut'));
  await expect(answer).rejects.toThrow('cut');
  await ended;
  expect(errors.length).toBeGreaterThan(0);
});

onServer('a pool makes its connections of the class that it is given, with all of its options', async () => {
  const given: unknown[] = [];
  class Watched extends pg.Client {
    constructor(config: pg.ClientConfig & { watch?: string }) {
      super(config);
      given.push(config.watch);
    }
  }
  const pool = new pg.Pool({ connectionString: server!, Client: Watched, watch: 'ours' } as object);
  const client = await pool.connect();
  expect([client instanceof Watched, given]).toEqual([true, ['ours']]);
  client.release();
  await pool.end();
});
