import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { documentCalls } from 'shared/api/documentCalls';
import { outboxReason } from 'shared/rules/outbox';
import { documents } from '../db/schema/documents.ts';
import { mails } from '../db/schema/mails.ts';
import { orderHistory } from '../db/schema/orderHistory.ts';
import { orders } from '../db/schema/orders.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';
import type { TestApi } from '../testing/startTestApi.ts';
import { pollUntil } from '../testing/pollUntil.ts';

const pdf = new File([pdfOf()], 'declaration.pdf', { type: 'application/pdf' });

onOneDriver((api) => {
  test('a document is stored, recorded in the history, and attached to a mail', async () => {
    const orderId = await addOrder(api(), { fullName: 'Siobhán Ní Bhriain', firstName: 'Siobhán' });
    const { httpStatus, body } = await upload(api(), orderId, { file: pdf });
    expect({ httpStatus, message: body.message }).toEqual({
      httpStatus: 200,
      message: 'Document uploaded. The email is on its way.',
    });
    expect(body.data.file1).toMatch(/^[\w-]{24}\.pdf$/);
    expect(body.data.version).toBe(2);

    const [document] = await api().context.database.db.select().from(documents).where(eq(documents.orderId, orderId));
    expect(document).toMatchObject({
      file1: body.data.file1,
      customerName: 'Siobhán Ní Bhriain',
      originalName: 'declaration.pdf',
      contentType: 'application/pdf',
      size: pdf.size,
      uploadedBy: api().memberIds.Team,
    });
    await expect(api().context.storage.head(document!.storageKey)).resolves.toBe(pdf.size);

    const [mail] = await sentMails(api(), orderId);
    expect(mail).toMatchObject({
      kind: 'approval',
      state: 'sent',
      reason: outboxReason,
      recipient: 'siobhan@example.com',
      provider: 'AWS',
      documentId: document!.id,
      askedBy: api().memberIds.Team,
      attempts: 1,
    });
    const eml = await readFile(
      path.join(api().context.settings.dataDir, 'outbox', `${orderId}-${mail!.id}.eml`),
      'utf8',
    );
    expect(eml).toContain(`Message-ID: ${mail!.messageId}`);
    expect(eml).toContain(`Reply-To: ${orderId}@example.com`);
    expect(eml).toContain('Content-Type: multipart/alternative');
    expect(eml.replaceAll('\r\n', '')).toContain(Buffer.from(await pdf.bytes()).toString('base64'));

    const history = await api()
      .context.database.db.select()
      .from(orderHistory)
      .where(eq(orderHistory.orderId, orderId));
    expect(history).toMatchObject([
      { kind: 'upload', to: 'declaration.pdf', memberId: api().memberIds.Team, version: 2 },
    ]);
  });

  test('the same upload sent twice with one key is one document and one mail', async () => {
    const orderId = await addOrder(api());
    const [first, second] = [
      await upload(api(), orderId, { file: pdf, idempotencyKey: 'one click' }),
      await upload(api(), orderId, { file: pdf, idempotencyKey: 'one click' }),
    ];
    expect(second.body.data).toEqual(first.body.data);
    await expect(sentMails(api(), orderId)).resolves.toHaveLength(1);
  });

  test('a file that is not what it claims gets 415, and nothing is stored', async () => {
    const orderId = await addOrder(api());
    const before = await storedFiles(api());
    const { httpStatus, body } = await upload(api(), orderId, { file: new File(['hello'], 'declaration.pdf') });
    expect({ httpStatus, message: body.message }).toEqual({
      httpStatus: 415,
      message: 'This file says it is a PDF but is not. Choose a PDF or an image.',
    });
    await expect(storedFiles(api())).resolves.toEqual(before);
  });

  test.each([
    ['no file', { file: null }, { uploadVisaDoc: 'File is required' }],
    ['a field without a file', { file: new File([], '') }, { uploadVisaDoc: 'File is required' }],
    [
      'an empty file',
      { file: new File([], 'empty.pdf') },
      { uploadVisaDoc: 'This file is empty. Choose a PDF or an image.' },
    ],
    ['no email', { file: pdf, email: '' }, { email: 'Please enter your email' }],
    ['a wrong email', { file: pdf, email: 'siobhan@' }, { email: 'Please enter your email' }],
    ['an unknown provider', { file: pdf, provider: 'Post' }, { mailServiceProvider: 'Choose AWS or Sendgrid' }],
  ])('%s is 400 under its field', async (_what, given, errors) => {
    const orderId = await addOrder(api());
    const { httpStatus, body } = await upload(api(), orderId, given);
    expect({ httpStatus, errors: body.errors }).toEqual({ httpStatus: 400, errors });
  });

  test('an unknown order gets 404, a deleted one 409, and neither stores the file', async () => {
    const before = await storedFiles(api());
    await expect(upload(api(), '999999', { file: pdf })).resolves.toMatchObject({ httpStatus: 404 });
    const deleted = await addOrder(api(), { processStatus: 'Deleted' });
    await expect(upload(api(), deleted, { file: pdf })).resolves.toMatchObject({ httpStatus: 409 });
    await expect(storedFiles(api())).resolves.toEqual(before);
  });

  test('an order that changed meanwhile gets 409 with the changes, and the file is removed', async () => {
    const orderId = await addOrder(api());
    await upload(api(), orderId, { file: pdf, version: 1 });
    const before = await storedFiles(api());
    const { httpStatus, body } = await upload(api(), orderId, { file: pdf, version: 1 });
    expect(httpStatus).toBe(409);
    expect(body.data).toMatchObject({
      version: 2,
      changes: [{ by: 'Tia Team', field: 'document', to: 'declaration.pdf' }],
    });
    await expect(storedFiles(api())).resolves.toEqual(before);
  });

  test('if the transaction fails, the stored file is removed', async () => {
    const orderId = await addOrder(api());
    const before = await storedFiles(api());
    const { database } = api().context;
    await database.queue.executeSql(
      `alter table documents add constraint broken check (original_name <> 'broken.pdf')`,
    );
    const broken = await upload(api(), orderId, { file: new File([pdf], 'broken.pdf') });
    expect(broken.httpStatus).toBe(500);
    await expect(storedFiles(api())).resolves.toEqual(before);
    await expect(sentMails(api(), orderId)).resolves.toEqual([]);
    const [order] = await database.db.select().from(orders).where(eq(orders.orderId, orderId));
    expect(order!.version).toBe(1);
  });

  test('a resend mails the newest document to the given address', async () => {
    const orderId = await addOrder(api());
    await upload(api(), orderId, { file: pdf });
    const newest = await upload(api(), orderId, { file: new File([pdf], 'newest.pdf') });
    const { httpStatus, body } = await resend(api(), orderId);
    expect({ httpStatus, message: body.message }).toEqual({ httpStatus: 200, message: 'The email is on its way.' });
    const { db } = api().context.database;
    const [document] = await db.select().from(documents).where(eq(documents.file1, newest.body.data.file1));
    const rows = await sentMails(api(), orderId);
    expect(rows).toHaveLength(3);
    expect(rows[2]).toMatchObject({ documentId: document!.id, recipient: 'other@example.com', provider: 'Sendgrid' });
  });

  test('a resend of an order without a document says so', async () => {
    const { httpStatus, body } = await resend(api(), await addOrder(api()));
    expect({ httpStatus, message: body.message }).toEqual({
      httpStatus: 409,
      message: 'This order has no document to send. Upload one first.',
    });
    await expect(resend(api(), '999999')).resolves.toMatchObject({ httpStatus: 404 });
  });

  test('without credentials both providers are shown as the outbox', async () => {
    const { body } = await api().callApi(documentCalls.mailProviders, {}, { as: 'Team' });
    expect(body.data).toEqual({ AWS: false, Sendgrid: false });
  });
});

interface Upload {
  file: File | null;
  email?: string;
  provider?: string;
  version?: number;
  idempotencyKey?: string;
}

function upload(api: TestApi, orderId: string, { file, email, provider, version, idempotencyKey }: Upload) {
  const input = {
    orderId,
    email: email ?? 'siobhan@example.com',
    mailServiceProvider: (provider ?? 'AWS') as 'AWS',
    version,
    ...(file && { uploadVisaDoc: file }),
  };
  return api.callApi(documentCalls.upload, input, { as: 'Team', ...(idempotencyKey && { idempotencyKey }) });
}

function resend(api: TestApi, orderId: string) {
  const input = { orderId, email: 'other@example.com', mailServiceProvider: 'Sendgrid' } as const;
  return api.callApi(documentCalls.resend, input, { as: 'Team' });
}

/** The mails of an order, once none is waiting. */
function sentMails(api: TestApi, orderId: string) {
  const read = () =>
    api.context.database.db.select().from(mails).where(eq(mails.orderId, orderId)).orderBy(asc(mails.id));
  return pollUntil(read, (rows) => rows.every((row) => row.state !== 'queued'));
}

const storedFiles = (api: TestApi) => readdir(path.join(api.context.settings.dataDir, 'uploads'));
