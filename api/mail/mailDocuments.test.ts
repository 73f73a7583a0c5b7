import { Readable } from 'node:stream';
import { documents } from '../db/schema/documents.ts';
import { mails } from '../db/schema/mails.ts';
import { addOrder } from '../testing/addOrder.ts';
import { testPostgres, type Driver } from '../testing/testDatabase.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { startTestApi } from '../testing/startTestApi.ts';
import { wireServer, type WireAnswer } from '../testing/mail/wireServer.ts';
import { queueMail } from './queueMail.ts';

const driver: Driver = testPostgres() ? 'postgres' : 'embedded';

test('at most four documents are in memory at once, and letters do not wait for them', async () => {
  const taken: WireAnswer = {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"MessageId":"x"}',
  };
  let [loaded, peak, letters] = [0, 0, 0];
  let lettersAreOut = () => {};
  const gate = new Promise<void>((resolve) => (lettersAreOut = resolve));
  /** Stands in for both providers. Delays responses to documents until every letter has arrived. */
  const server = await wireServer(async ({ body }) => {
    // SES gets the whole mail in base64, so letters and documents are distinguished by size.
    if (body.length < 40_000) {
      letters += 1;
      if (letters === 10) lettersAreOut();
      return taken;
    }
    await gate;
    loaded -= 1;
    return taken;
  });
  const api = await startTestApi(driver, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    SES_ENDPOINT: server.endpoint,
    SENDGRID_API_KEY: 'SG.example',
    SENDGRID_ENDPOINT: server.endpoint,
    MAIL_PER_SECOND: '100',
  });
  try {
    const { storage, database } = api.context;
    const get = storage.get.bind(storage);
    storage.get = (...about) => {
      loaded += 1;
      peak = Math.max(peak, loaded);
      return get(...about);
    };

    const orderId = await addOrder(api);
    const about = { orderId, recipient: 'mere@example.com', askedBy: null };
    for (const provider of ['AWS', 'Sendgrid'] as const) {
      for (let n = 0; n < 8; n++) {
        const file1 = `${provider}-${n}.pdf`;
        await storage.put(file1, Readable.from([Buffer.alloc(50_000, 'declaration')]), 'application/pdf');
        const document = { orderId, file1, customerName: '', originalName: '', contentType: 'application/pdf' };
        const stored = { ...document, size: 50_000, sha256: '', storageKey: file1 };
        const [row] = await database.db.insert(documents).values(stored).returning();
        await database.db.transaction((tx) =>
          queueMail(tx, { ...about, kind: 'approval', provider, documentId: row!.id }),
        );
      }
    }
    for (const provider of ['AWS', 'Sendgrid'] as const) {
      for (let n = 0; n < 5; n++) {
        await database.db.transaction((tx) => queueMail(tx, { ...about, kind: 'refund', provider }));
      }
    }
    const read = () => database.db.select().from(mails);
    const rows = await pollUntil(read, (all) => all.every(({ state }) => state === 'sent'));
    expect(letters).toBe(10);
    expect(peak).toBe(4);
    expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual(rows.map(() => ['sent', 1]));
    expect(server.requests).toHaveLength(26);
  } finally {
    await api.close();
    await server.close();
  }
});
