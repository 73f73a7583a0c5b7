import { renderedMail, sendBy } from '../../testing/mail/renderedMail.ts';
import { wireServer, type WireAnswer } from '../../testing/mail/wireServer.ts';
import { sendgridProvider } from './sendgridProvider.ts';

const json = { 'content-type': 'application/json' };

async function sendTo(answer: WireAnswer) {
  const sendgrid = await wireServer(() => answer);
  const provider = sendgridProvider({ apiKey: 'SG.example', endpoint: sendgrid.endpoint });
  try {
    return { outcome: await sendBy(provider).catch((error: unknown) => error), requests: sendgrid.requests };
  } finally {
    await sendgrid.close();
  }
}

test('a mail is sent with our Message-ID, its tag and attachment, and without tracking', async () => {
  const { outcome, requests } = await sendTo({ status: 202 });
  expect(outcome).toEqual({ messageId: null });
  expect(requests).toHaveLength(1);
  const [{ method, path, headers, body }] = requests as [(typeof requests)[number]];
  expect({ method, path }).toEqual({ method: 'POST', path: '/v3/mail/send' });
  expect(headers.authorization).toBe('Bearer SG.example');
  const sent = JSON.parse(body.toString());
  expect(sent).toMatchObject({
    from: { email: 'no-reply@example.com', name: 'Travel Declaration' },
    reply_to: { email: '100471@example.com' },
    subject: renderedMail.subject,
    headers: { 'Message-ID': '<one@example.com>' },
    content: [
      { type: 'text/plain', value: 'Hello Siobhán' },
      { type: 'text/html', value: '<p>Hello Siobhán</p>' },
    ],
    attachments: [
      {
        content: Buffer.from('%PDF-1.7').toString('base64'),
        filename: 'Travel declaration 100471.pdf',
        type: 'application/pdf',
        disposition: 'attachment',
      },
    ],
    tracking_settings: { click_tracking: { enable: false }, open_tracking: { enable: false } },
  });
  expect(sent.personalizations).toMatchObject([{ to: [{ email: 'siobhan@example.com' }] }]);
  expect(JSON.stringify(sent)).toContain('"mail":"42"');
});

test('a refusal is final, with SendGrid’s reason', async () => {
  const body = '{"errors":[{"message":"The from address does not match a verified Sender Identity."}]}';
  for (const status of [400, 401, 403]) {
    const { outcome } = await sendTo({ status, headers: json, body });
    expect(outcome).toMatchObject({
      outcome: 'refused',
      message: 'SendGrid: The from address does not match a verified Sender Identity.',
    });
  }
});

test('throttling and errors of SendGrid are retried', async () => {
  for (const status of [429, 500, 503]) {
    const { outcome, requests } = await sendTo({ status, headers: json, body: '{}' });
    expect(outcome).toMatchObject({
      outcome: status === 429 ? 'tooMany' : 'notTaken',
      message: `SendGrid returned status ${status}.`,
    });
    expect(requests).toHaveLength(1);
  }
});

test('throttling has a time to pause; other errors of SendGrid cause no pause', async () => {
  const { outcome } = await sendTo({ status: 429, headers: { ...json, 'retry-after': '7' }, body: '{}' });
  expect(outcome).toMatchObject({ outcome: 'tooMany', retryAfterSeconds: 7 });
  const busy = await sendTo({ status: 503, headers: json, body: '{}' });
  expect(busy.outcome).toMatchObject({ outcome: 'notTaken' });
});

test('after an error of a gateway the result is unknown, so there is no retry', async () => {
  for (const status of [502, 504]) {
    const { outcome, requests } = await sendTo({ status, headers: json, body: '{}' });
    expect(outcome).toBeInstanceOf(Error);
    expect(outcome).not.toHaveProperty('outcome');
    expect(requests).toHaveLength(1);
  }
});

test('a failed connection is retried', async () => {
  const provider = sendgridProvider({ apiKey: 'SG.example', endpoint: 'http://127.0.0.1:1' });
  await expect(sendBy(provider)).rejects.toMatchObject({
    outcome: 'notTaken',
    message: 'SendGrid could not be reached.',
  });
});

test('after a broken connection the result is unknown, so there is no retry', async () => {
  const { outcome, requests } = await sendTo('hangUp');
  expect(outcome).toBeInstanceOf(Error);
  expect(outcome).not.toHaveProperty('outcome');
  expect(requests).toHaveLength(1);
});
