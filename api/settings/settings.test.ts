import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { readSettings, settingNames } from './settings.ts';

test('without any setting the defaults apply', () => {
  expect(readSettings({})).toMatchObject({
    port: 4000,
    publicPort: 4100,
    host: null,
    dataDir: path.resolve('.data'),
    databaseUrl: null,
    demoOrders: 200,
    demoInPublic: false,
    staffUrl: 'http://localhost:4000',
    publicUrl: 'http://localhost:4100',
    trustProxy: false,
    maxUploadMb: 20,
    minFreeMb: 200,
    mail: { aws: null, sendgrid: null, perSecond: 14, delaySeconds: 10 },
    webhooks: { sesTopicArn: null, snsEndpoint: null, sendgridKey: null },
    s3: null,
    intakeApiKey: null,
    translateScriptUrl: null,
  });
});

test('an empty setting counts as unset', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: ' ', DEMO_ORDERS: '', STAFF_URL: '', TRUST_PROXY: '' })).toMatchObject({
    port: 4000,
    databaseUrl: null,
    demoOrders: 200,
    staffUrl: 'http://localhost:4000',
    trustProxy: false,
  });
});

test('MAIL_PER_SECOND is an integer from 1 to 1000', () => {
  expect(readSettings({ MAIL_PER_SECOND: '200' }).mail.perSecond).toBe(200);
  for (const wrong of ['0', '1001', '1.5', '-1']) {
    expect(() => readSettings({ MAIL_PER_SECOND: wrong })).toThrow('MAIL_PER_SECOND must be');
  }
});

test('PACK_DOCUMENT_PAGES is all, first or none', () => {
  expect(readSettings({}).packDocumentPages).toBe('all');
  expect(readSettings({ PACK_DOCUMENT_PAGES: 'none' }).packDocumentPages).toBe('none');
  expect(() => readSettings({ PACK_DOCUMENT_PAGES: '2' })).toThrow(
    'PACK_DOCUMENT_PAGES must be one of all, first, none',
  );
});

test('MAIL_DELAY_S is from 0 to 3600', () => {
  expect(readSettings({ MAIL_DELAY_S: '0' }).mail.delaySeconds).toBe(0);
  for (const wrong of ['-1', '3601', '1.5']) {
    expect(() => readSettings({ MAIL_DELAY_S: wrong })).toThrow('MAIL_DELAY_S must be');
  }
});

test('keys that verify providers’ reports must have the right format', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  expect(readSettings({ SENDGRID_WEBHOOK_KEY: key }).webhooks.sendgridKey).toBe(key);
  expect(() => readSettings({ SENDGRID_WEBHOOK_KEY: 'SG.an-api-key' })).toThrow('SENDGRID_WEBHOOK_KEY must be');
  const topic = 'arn:aws:sns:eu-west-1:123456789012:desk';
  expect(readSettings({ SES_TOPIC_ARN: topic }).webhooks.sesTopicArn).toBe(topic);
  expect(() => readSettings({ SES_TOPIC_ARN: 'desk' })).toThrow('SES_TOPIC_ARN must be the ARN');
});

test('all errors are listed at once', () => {
  const wrong = () =>
    readSettings({
      PORT: 'x',
      DEMO_ORDERS: '-1',
      DATABASE_URL: 'mysql://x',
      SESSION_SECRET: 'short',
      INTAKE_API_KEY: 'short',
    });
  for (const name of ['PORT', 'DEMO_ORDERS', 'DATABASE_URL', 'SESSION_SECRET', 'INTAKE_API_KEY'])
    expect(wrong).toThrow(new RegExp(`^ +${name} `, 'm'));
});

test('keys that belong together must be set together', () => {
  expect(() => readSettings({ AWS_ACCESS_KEY_ID: 'key', AWS_REGION: 'x' })).toThrow(
    /AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY go together/,
  );
  expect(() => readSettings({ AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'x' })).toThrow(/AWS_REGION is needed/);
  expect(() => readSettings({ S3_BUCKET: 'documents' })).toThrow(/AWS_REGION is needed/);
});

test('PostgreSQL requires a SESSION_SECRET, which its instances must share', () => {
  const DATABASE_URL = 'postgres://desk@localhost/desk';
  expect(() => readSettings({ DATABASE_URL })).toThrow(/SESSION_SECRET is required with DATABASE_URL/);
  expect(readSettings({ DATABASE_URL, SESSION_SECRET: 'x'.repeat(32) }).databaseUrl).toBe(DATABASE_URL);
});

test('URLs lose a final slash, so that paths can be appended', () => {
  expect(readSettings({ STAFF_URL: 'https://desk.example.com/' }).staffUrl).toBe('https://desk.example.com');
});

test('.env.example names every setting, and the API accepts it as it is', () => {
  const example = parseEnv(readFileSync(path.join(import.meta.dirname, '..', '..', '.env.example'), 'utf8'));
  expect(Object.keys(example).sort()).toEqual([...settingNames].sort());
  expect(readSettings(example as Record<string, string>)).toEqual(readSettings({}));
});

test('TRUST_PROXY is a number of proxies or a list of networks, but never trusts everybody', () => {
  const read = (value: string) => readSettings({ TRUST_PROXY: value }).trustProxy;
  expect(['', '0', 'false'].map(read)).toEqual([false, false, false]);
  expect(['1', ' 10 '].map(read)).toEqual([1, 10]);
  expect(read('10.0.0.0/8, 192.0.2.7,2001:db8::/32, loopback')).toEqual([
    '10.0.0.0/8',
    '192.0.2.7',
    '2001:db8::/32',
    'loopback',
  ]);
  const refused = [
    'true',
    'TRUE',
    'yes',
    '11',
    '-1',
    '1.5',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.1,',
    'everybody',
  ];
  for (const value of refused)
    expect(() => read(value)).toThrow(/TRUST_PROXY must be the number of proxies .* or a list/);
});
