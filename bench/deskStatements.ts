/** The desk's own statements, as it sends them, for floors that run the same. */
import { openDatabase, type Database } from '../api/db/database.ts';
import { countFolders } from '../api/orders/lists/countQueries.ts';
import { listPage } from '../api/orders/lists/pageQueries.ts';
import type { Statement } from './bareRoutes.ts';

export async function statementsOf(databaseUrl: string, middle: number): Promise<Record<string, Statement>> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '', staffUrl: '' } as never);
  try {
    return {
      first: await statementOf(db, () => listPage(db, scope('completedOrder'), { offset: 0, limit: 10 })),
      deep: await statementOf(db, () => listPage(db, scope('allOrder'), { offset: (middle - 1) * 10, limit: 10 })),
      counts: await statementOf(db, () => countFolders(db, 1)),
    };
  } finally {
    await close();
  }
}

const scope = (folder: 'completedOrder' | 'allOrder') => ({ folder, memberId: 1, month: null });

async function statementOf(db: Database, run: () => Promise<unknown>): Promise<Statement> {
  const { session } = db as unknown as { session: { client: { query: (statement: Statement) => Promise<unknown> } } };
  const { client } = session;
  let statement: Statement | undefined;
  session.client = {
    query: (asked) => {
      statement ??= { text: asked.text, values: asked.values };
      return client.query(asked);
    },
  };
  await run();
  session.client = client;
  return statement!;
}
