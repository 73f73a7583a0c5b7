import pg from 'pg';

/** Does one statement on a server that concerns a whole database, as no transaction can. */
export async function administer(server: string, statement: string) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
