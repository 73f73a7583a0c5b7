import { documentCalls } from 'shared/api/documentCalls';
import { documents } from '../db/schema/documents.ts';
import { mails } from '../db/schema/mails.ts';
import { signFileGrant } from '../signing/tokens.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';

onOneDriver((api) => {
  const ask = (orderId: string, mailId?: number) =>
    api().callApi(documentCalls.emailContent, { orderId, ...(mailId && { mailId }) }, { as: 'Team' });
  const open = (address: string) => api().staff.inject({ url: address });

  async function addMail(orderId: string, { kind = 'approval' as 'approval' | 'refund', size = 2048 } = {}) {
    const { db } = api().context.database;
    const file = { file1: `${orderId}${size}.pdf`, storageKey: `${orderId}${size}`, contentType: 'application/pdf' };
    const about = { originalName: 'declaration.pdf', customerName: 'Mere Tane', sha256: '', size };
    const member = api().memberIds.Team;
    const [document] =
      kind === 'refund'
        ? []
        : await db
            .insert(documents)
            .values({ orderId, ...file, ...about, uploadedBy: member })
            .returning();
    const [mail] = await db
      .insert(mails)
      .values({
        orderId,
        kind,
        recipient: 'other@example.com',
        provider: 'AWS',
        state: 'bounced',
        reason: 'The address does not exist.',
        documentId: document?.id ?? null,
      })
      .returning();
    return mail!.id;
  }

  test('an order without a mail shows the next mail and its recipient', async () => {
    const orderId = await addOrder(api(), { firstName: 'Siobhán', contactEmailAddress: 'contact@example.com' });
    const { body } = await ask(orderId);
    expect(body.data).toMatchObject({
      mailId: null,
      kind: 'approval',
      state: null,
      from: api().context.settings.mail.from,
      to: 'contact@example.com',
      reply_to: `${orderId}@example.com`,
      subject: `Your New Zealand travel declaration is ready (order ${orderId})`,
      document: null,
    });
    expect(body.data.text).not.toMatch(/attached|download it/);
    expect(body.data.text).toContain('Hello Siobhán,');
    expect(body.data.text).toContain(`${api().context.settings.publicUrl}/track-order/${orderId}`);
  });

  test('the newest or the requested mail is shown, with its document and state', async () => {
    const orderId = await addOrder(api());
    const first = await addMail(orderId);
    const second = await addMail(orderId, { kind: 'refund' });
    expect((await ask(orderId)).body.data).toMatchObject({ mailId: second, kind: 'refund', document: null });
    expect((await ask(orderId, first)).body.data).toMatchObject({
      mailId: first,
      state: 'bounced',
      reason: 'The address does not exist.',
      to: 'other@example.com',
      document: { original_name: 'declaration.pdf', size: 2048, attached: true },
    });
  });

  test('a document over 7 MB is not called attached', async () => {
    const orderId = await addOrder(api());
    await addMail(orderId, { size: 7 * 1024 * 1024 + 1 });
    const { body } = await ask(orderId);
    expect(body.data.document).toMatchObject({ attached: false });
    expect(body.data.text).not.toContain('attached');
  });

  test('an unknown order and another order’s mail are 404', async () => {
    const mailId = await addMail(await addOrder(api()));
    expect((await ask('999999')).httpStatus).toBe(404);
    expect((await ask(await addOrder(api()), mailId)).httpStatus).toBe(404);
  });

  test('WhatsApp gets the order’s number and tracking link, and is not offered without a number', async () => {
    const orderId = await addOrder(api(), { firstName: 'Mere', countryCode: '64', phoneNumber: '21 000 0128' });
    const { address } = (await ask(orderId)).body.data.whatsapp;
    expect(address).toMatch(/^https:\/\/wa\.me\/64210000128\?text=Hello%20Mere%2C/);
    expect(decodeURIComponent(address!)).toContain(`${api().context.settings.publicUrl}/track-order/${orderId}`);
    expect((await ask(await addOrder(api()))).body.data.whatsapp.address).toBeNull();
  });

  test('the HTML has its own URL, where only styles work', async () => {
    const { body } = await ask(await addOrder(api(), { firstName: '<b>Mere</b>' }));
    const { statusCode, headers, body: html } = await open(body.data.frame);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'private, no-store',
    });
    expect(headers).not.toHaveProperty('origin-agent-cluster');
    expect(html).toContain('Hello &lt;b&gt;Mere&lt;/b&gt;,');
    expect(html).not.toContain('prefers-color-scheme');
  });

  test('without a mail grant that URL is 401, and the public site has no such URL', async () => {
    const { body } = await ask(await addOrder(api()));
    const [path] = body.data.frame.split('?');
    const ofFile = await signFileGrant(api().context.secret, { file1: '100471' });
    for (const address of [path!, `${path}?grant=rubbish`, `${path}?grant=${ofFile}`])
      expect((await open(address)).statusCode).toBe(401);
    expect(api().customers.hasRoute({ method: 'GET', url: path! })).toBe(false);
  });
});
