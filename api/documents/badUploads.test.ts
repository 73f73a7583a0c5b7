import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { documentCalls } from 'shared/api/documentCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { documents } from '../db/schema/documents.ts';
import { mails } from '../db/schema/mails.ts';
import { orderHistory } from '../db/schema/orderHistory.ts';
import { addOrder } from '../testing/addOrder.ts';
import { pdfOfPages, protectedPdf, pngOf } from '../testing/pdf/badPdf.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';

onOneDriver((api) => {
  const db = () => api().context.database.db;
  const files = (folder: string) => readdir(path.join(api().context.settings.dataDir, folder)).catch(() => []);
  const documentsOf = (orderId: string) =>
    db().select().from(documents).where(eq(documents.orderId, orderId)).orderBy(asc(documents.id));
  /** Everything that an upload can leave behind. */
  const left = async (orderId: string) => ({
    files: await files('uploads'),
    tmp: await files('tmp'),
    documents: await documentsOf(orderId),
    mails: await db().select().from(mails).where(eq(mails.orderId, orderId)),
    history: await db().select().from(orderHistory).where(eq(orderHistory.orderId, orderId)),
  });
  const upload = (orderId: string, uploadVisaDoc: File, more: { confirmed?: 'Y'; email?: string } = {}) => {
    const input = { orderId, email: 'mere@example.com', mailServiceProvider: 'AWS', uploadVisaDoc, ...more } as const;
    return api().callApi(documentCalls.upload, input, { as: 'Team' });
  };

  const large = Buffer.concat([pdfOf(), Buffer.alloc(21 * 1_048_576)]);
  const saying = (text: string) => ({ message: text, errors: { uploadVisaDoc: text } });
  const bad: [string, string, Buffer<ArrayBuffer>, number, object][] = [
    ['empty', 'a.pdf', Buffer.alloc(0), 400, saying('This file is empty. Choose a PDF or an image.')],
    [
      'truncated',
      'a.pdf',
      pdfOf({ size: 5_000 }).subarray(0, 3_000),
      415,
      saying('This PDF is incomplete. Save it again, then choose it again.'),
    ],
    ['21 MB', 'a.pdf', large, 413, { message: 'This file is too large. The limit is 20 MB.' }],
    [
      'zip',
      'a.pdf',
      Buffer.from('PK\x03\x04 %PDF-1.7'),
      415,
      saying('This file says it is a PDF but is not. Choose a PDF or an image.'),
    ],
    [
      'protected',
      'a.pdf',
      protectedPdf(),
      415,
      saying('This PDF is protected by a password. Save it without one, then choose it again.'),
    ],
    ['5,000-page', 'a.pdf', pdfOfPages(5_000), 413, saying('This PDF has 5,000 pages. The limit is 300.')],
    [
      'vast',
      'a.png',
      pngOf(30_000, 30_000),
      413,
      saying('This image has 30,000 × 30,000 pixels. The limit is 100 million.'),
    ],
  ];
  test.each(bad)(
    'a file that is %s is refused with the reason, and leaves nothing',
    async (_what, name, bytes, httpStatus, says) => {
      const orderId = await addOrder(api());
      const before = await left(orderId);
      const answer = await upload(orderId, new File([bytes], name), { confirmed: 'Y' });
      expect(answer).toMatchObject({ httpStatus, body: { status: 0, data: null, ...says } });
      await expect(left(orderId)).resolves.toEqual(before);
    },
  );

  const other = () => pdfOf({ lines: ['Passport number: Z0000217', 'Surname: DOE'] });
  const warnings = [
    'Passport: Z0000217 on the document, Z0000271 on the order.',
    'Surname: not found on the document, Tane on the order.',
  ];

  test('a document that looks like another person’s gets 409 with the reasons, and stores nothing', async () => {
    const orderId = await addOrder(api(), { declaration: { passport_number: 'Z0000271' } });
    const before = await left(orderId);
    await expect(upload(orderId, new File([other()], 'a.pdf'))).resolves.toMatchObject({
      httpStatus: 409,
      body: { message: `This may be someone else’s document. ${warnings.join(' ')}`, data: { warnings } },
    });
    await expect(left(orderId)).resolves.toEqual(before);
  });

  test('once confirmed, the document is sent, and its warnings are stored', async () => {
    const orderId = await addOrder(api(), { declaration: { passport_number: 'Z0000271' } });
    const answer = await upload(orderId, new File([other()], 'a.pdf'), { confirmed: 'Y' });
    expect(answer.httpStatus).toBe(200);
    const { documents: rows, mails: sent } = await left(orderId);
    expect([rows, sent]).toMatchObject([[{ warnings }], [{ kind: 'approval' }]]);
  });

  test('the traveller’s own document and one without text need no confirmation', async () => {
    const orderId = await addOrder(api(), { declaration: { passport_number: 'Z0000271' } });
    const own = pdfOf({ lines: ['Passport number: Z 0000271', 'Surname: TANE'] });
    for (const bytes of [own, pdfOf(), pngOf(100, 100)]) {
      await expect(upload(orderId, new File([bytes], 'a'))).resolves.toMatchObject({ httpStatus: 200 });
    }
    expect((await documentsOf(orderId)).map((row) => row.warnings)).toEqual([[], [], []]);
  });

  test('the right passport number with a name in another script is accepted with a note', async () => {
    const declaration = { passport_number: 'Z0000271' };
    const orderId = await addOrder(api(), { lastName: 'สมศรี', declaration });
    const own = pdfOf({ lines: ['Passport number: Z0000271', 'Surname: SOMSRI'] });
    const { httpStatus, body } = await upload(orderId, new File([own], 'a.pdf'));
    expect([httpStatus, body.message]).toEqual([
      200,
      expect.stringMatching(/ The passport number matches; the name is in another script\.$/),
    ]);
    expect((await documentsOf(orderId))[0]!.warnings).toEqual([]);
  });

  test.each([
    ['../../main.ts', 'main.ts'],
    ['..\\..\\main.pdf', 'main.pdf'],
    ['a\u0007b\u001b.pdf', 'ab.pdf'],
    ['a\u202efdp.exe', 'afdp.exe'],
    [`${'x'.repeat(5_000)}.pdf`, `${'x'.repeat(196)}.pdf`],
    ['<script>alert(1)<script>.pdf', '<script>alert(1)<script>.pdf'],
    ["'; drop table documents; --.pdf", "'; drop table documents; --.pdf"],
  ])('a document named %j is stored under a name of ours, and shown as %j', async (given, shown) => {
    const orderId = await addOrder(api());
    const { httpStatus } = await upload(orderId, new File([pdfOf()], given));
    expect(httpStatus).toBe(200);
    const [row] = await documentsOf(orderId);
    expect(row).toMatchObject({ originalName: shown, file1: expect.stringMatching(/^[\w-]{24}\.pdf$/) });
    expect(await files('uploads')).toContain(row!.storageKey);
    const { body } = await api().callApi(orderCalls.details, { orderId }, { as: 'Team' });
    expect(body.data.uploadDoc[0]!.original_name).toBe(shown);
  });

  const script = '<script>alert(1)</script><img src=x onerror=alert(1)>';
  test('script in a remark or an order is returned as plain text in JSON', async () => {
    const orderId = await addOrder(api(), { fullName: script, lastName: script, declaration: { city: script } });
    const of = { as: 'Team' } as const;
    expect((await api().callApi(orderCalls.addRemark, { orderId, remark: script }, of)).httpStatus).toBe(200);
    const { body, headers } = await api().callApi(orderCalls.details, { orderId }, of);
    expect(body.data).toMatchObject({ full_name: script, city: script, remarks: [{ remark: script }] });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
  });

  test('script in an email field is refused, and nothing is stored', async () => {
    const orderId = await addOrder(api());
    const before = await left(orderId);
    const answer = await upload(orderId, new File([pdfOf()], 'a.pdf'), { email: script });
    expect(answer).toMatchObject({ httpStatus: 400, body: { errors: { email: 'Please enter your email' } } });
    await expect(left(orderId)).resolves.toEqual(before);
  });

  test.each(['%E0%A4%A', '%00', '..%2F..%2Fetc', '1e6', '-100001', '１００００１', 'MTAwMDAx', script])(
    'the order id %j, which is not valid, gets a clear refusal',
    async (id) => {
      const of = { authorization: await api().signIn('Team') };
      const url = `/api/admin/get-orders-details/${id.includes('%') ? id : encodeURIComponent(id)}`;
      const answer = await api().staff.inject({ url, headers: of });
      expect([400, 404]).toContain(answer.statusCode);
      expect(answer.json()).toMatchObject({ status: 0, data: null });
      expect((await upload(id, new File([pdfOf()], 'a.pdf'))).httpStatus).toBe(400);
    },
  );
});
