import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { readSettings, settingNames } from './settings.ts';

test('without any setting the product runs on its defaults', () => {
  expect(readSettings({})).toMatchObject({
    port: 4000,
    publicPort: 4100,
    host: null,
    dataDir: path.resolve('.data'),
    databaseUrl: null,
    demoOrders: 200,
    staffUrl: 'http://localhost:4000',
    publicUrl: 'http://localhost:4100',
    trustProxy: false,
    maxUploadMb: 20,
    mail: { aws: null, sendgrid: null },
    s3: null,
    intakeApiKey: null,
    translateScriptUrl: null,
  });
});

test('an empty setting is as good as none', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: ' ', DEMO_ORDERS: '', STAFF_URL: '', TRUST_PROXY: '' })).toMatchObject({
    port: 4000,
    databaseUrl: null,
    demoOrders: 200,
    staffUrl: 'http://localhost:4000',
    trustProxy: false,
  });
});

test('everything that is wrong is told at once', () => {
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

test('keys that go together must come together', () => {
  expect(() => readSettings({ AWS_ACCESS_KEY_ID: 'key', AWS_REGION: 'x' })).toThrow(
    /AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY go together/,
  );
  expect(() => readSettings({ AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'x' })).toThrow(/AWS_REGION is needed/);
  expect(() => readSettings({ S3_BUCKET: 'documents' })).toThrow(/AWS_REGION is needed/);
});

test('addresses lose their last slash, so that paths can be put behind them', () => {
  expect(readSettings({ STAFF_URL: 'https://desk.example.com/' }).staffUrl).toBe('https://desk.example.com');
});

test('.env.example names every setting, and the API accepts it as it is', () => {
  const example = parseEnv(readFileSync(path.join(import.meta.dirname, '..', '.env.example'), 'utf8'));
  expect(Object.keys(example).sort()).toEqual([...settingNames].sort());
  expect(readSettings(example as Record<string, string>)).toEqual(readSettings({}));
});
