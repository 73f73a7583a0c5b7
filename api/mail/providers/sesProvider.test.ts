import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { renderedMail, sendBy } from '../../testing/mail/renderedMail.ts';
import { wireServer, type WireAnswer } from '../../testing/mail/wireServer.ts';
import { sesProvider } from './sesProvider.ts';

const json = { 'content-type': 'application/json' };

const keys = { region: 'eu-west-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' };
const providerAt = (endpoint: string, configurationSet: string | null = null) =>
  sesProvider({ ...keys, configurationSet, endpoint });

async function sendTo(answer: WireAnswer, configurationSet: string | null = null) {
  const ses = await wireServer(() => answer);
  try {
    const provider = providerAt(ses.endpoint, configurationSet);
    return { outcome: await sendBy(provider).catch((error: unknown) => error), requests: ses.requests };
  } finally {
    await ses.close();
  }
}

test('a complete mail is sent, signed and tagged, and its id returned', async () => {
  const { outcome, requests } = await sendTo({ status: 200, headers: json, body: '{"MessageId":"0100-abc"}' });
  expect(outcome).toEqual({ messageId: '0100-abc' });
  expect(requests).toHaveLength(1);
  const [{ method, path, headers, body }] = requests as [(typeof requests)[number]];
  expect({ method, path }).toEqual({ method: 'POST', path: '/v2/email/outbound-emails' });
  expect(headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/ses\/aws4_request, /,
  );
  const sent = JSON.parse(body.toString());
  expect(sent).toMatchObject({
    FromEmailAddress: renderedMail.from,
    Destination: { ToAddresses: ['siobhan@example.com'] },
    EmailTags: [{ Name: 'mail', Value: '42' }],
  });
  const raw = Buffer.from(sent.Content.Raw.Data, 'base64').toString();
  expect(raw).toContain('Reply-To: 100471@example.com');
  expect(raw).toContain('Hello Siobh=C3=A1n');
  expect(raw).toContain('filename="Travel declaration 100471.pdf"');
  expect(raw).toContain(Buffer.from('%PDF-1.7').toString('base64'));
});

test('a mail names the configuration set, if there is one', async () => {
  const taken = { status: 200, headers: json, body: '{"MessageId":"0100-abc"}' };
  const namedIn = async (set: string | null) =>
    JSON.parse((await sendTo(taken, set)).requests[0]!.body.toString()).ConfigurationSetName;
  await expect(namedIn('desk-events')).resolves.toBe('desk-events');
  await expect(namedIn(null)).resolves.toBeUndefined();
});

test('a refusal is final, with SES’s reason', async () => {
  const body = '{"message":"Email address is not verified."}';
  const { outcome } = await sendTo({ status: 400, headers: { ...json, 'x-amzn-errortype': 'MessageRejected' }, body });
  expect(outcome).toMatchObject({ outcome: 'refused', message: 'Amazon SES: Email address is not verified.' });
});

test('throttling and errors of SES are retried, but not by the SDK itself', async () => {
  for (const status of [429, 500, 503]) {
    const { outcome, requests } = await sendTo({ status, headers: json, body: '{"message":"Slow down."}' });
    expect(outcome).toMatchObject({
      outcome: status === 429 ? 'tooMany' : 'notTaken',
      message: 'Amazon SES: Slow down.',
    });
    expect(requests).toHaveLength(1);
  }
});

test('every throttling error of SES is "too many", even with status 400', async () => {
  for (const [status, name] of [
    [429, 'TooManyRequestsException'],
    [400, 'LimitExceededException'],
    [400, 'ThrottlingException'],
  ] as const) {
    const headers = { ...json, 'x-amzn-errortype': name, 'retry-after': '4' };
    const { outcome } = await sendTo({ status, headers, body: '{"message":"Maximum sending rate exceeded."}' });
    expect(outcome).toMatchObject({ outcome: 'tooMany', retryAfterSeconds: 4 });
  }
});

test('after an error of a gateway the result is unknown, so there is no retry', async () => {
  for (const status of [502, 504]) {
    const { outcome, requests } = await sendTo({ status, headers: json, body: '{}' });
    expect(outcome).toBeInstanceOf(Error);
    expect(outcome).not.toHaveProperty('outcome');
    expect(requests).toHaveLength(1);
  }
});

const unreachable = { outcome: 'notTaken', message: 'Amazon SES could not be reached.' };

test('a failed connection is retried', async () => {
  await expect(sendBy(providerAt('http://127.0.0.1:1'))).rejects.toMatchObject(unreachable);
});

test('a connection timeout is retried', async () => {
  // With a stopped process and a full backlog, connections are neither accepted nor refused.
  const script = `
    import { createServer } from 'node:net';
    const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      console.log(server.address().port);
      process.kill(process.pid, 'SIGSTOP');
    });`;
  const stopped = spawn(process.execPath, ['--input-type=module', '-e', script]);
  const [port] = (await once(stopped.stdout.setEncoding('utf8'), 'data')) as [string];
  const fillers = Array.from({ length: 8 }, () => connect(Number(port), '127.0.0.1').on('error', () => {}));
  try {
    await expect(sendBy(providerAt(`http://127.0.0.1:${port.trim()}`))).rejects.toMatchObject(unreachable);
  } finally {
    for (const filler of fillers) filler.destroy();
    stopped.kill('SIGKILL');
  }
});

test('after a broken connection the result is unknown, so there is no retry', async () => {
  const { outcome, requests } = await sendTo('hangUp');
  expect(outcome).toBeInstanceOf(Error);
  expect(outcome).not.toHaveProperty('outcome');
  expect(requests).toHaveLength(1);
});
