/** Settings from the environment, read once at start. All errors are listed at once (docs/settings.md). */
import { createPublicKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import * as v from 'valibot';

const text = v.pipe(v.string(), v.trim());
/** Unset and empty are the same. */
const textOr = <Fallback>(fallback: Fallback) =>
  v.pipe(
    v.optional(text, ''),
    v.transform((value) => value || fallback),
  );
const optionalText = textOr(null);
const optionalTextThat = (fits: (value: string) => boolean, otherwise: string) =>
  v.pipe(
    optionalText,
    v.check((value) => value === null || fits(value), otherwise),
  );

const wholeNumber = (fallback: number, min: number, max: number) =>
  v.pipe(
    textOr(String(fallback)),
    v.regex(/^\d+$/, 'must be a whole number'),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  );

const port = (fallback: number) => wholeNumber(fallback, 0, 65_535);

const address = v.pipe(
  optionalTextThat(URL.canParse, 'must be an address such as https://desk.example.com'),
  v.transform((value) => value?.replace(/\/+$/, '') ?? null),
);

/** Trusted sources of `X-Forwarded-For`: none, a number of proxies, or these networks. */
export type TrustProxy = false | number | string[];

const maxProxies = 10;
const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

const trustProxySetting = v.pipe(
  v.optional(v.pipe(v.string(), v.trim()), ''),
  v.transform((value): TrustProxy => {
    if (['', '0', 'false'].includes(value)) return false;
    return /^\d+$/.test(value) ? Number(value) : value.split(',').map((network) => network.trim());
  }),
  v.check(
    (trust) => (Array.isArray(trust) ? trust.every(isNetwork) : Number(trust) <= maxProxies),
    `must be the number of proxies in front of the product (1 to ${maxProxies}), or a list of their networks ` +
      '(10.0.0.0/8, 2001:db8::/32); true would trust any caller',
  ),
);

function isNetwork(text: string): boolean {
  if (namedNetworks.includes(text)) return true;
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  // A network of all addresses is refused, because it would trust everybody.
  return family !== 0 && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128)));
}

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** `all`: as many pages as fit, at most five. */
const packDocumentPages = ['all', 'first', 'none'] as const;

const environment = v.object({
  PORT: port(4000),
  PUBLIC_PORT: port(4100),
  HOST: optionalText,
  DATA_DIR: v.pipe(
    textOr('.data'),
    v.transform((value) => path.resolve(value)),
  ),
  DATABASE_URL: optionalTextThat((value) => /^postgres(ql)?:\/\//.test(value), 'must begin with postgres://'),
  DEMO_ORDERS: wholeNumber(200, 0, 10_000_000),
  DEMO_IN_PUBLIC: v.pipe(
    textOr('false'),
    v.picklist(['true', 'false'], 'must be true or false'),
    v.transform((value) => value === 'true'),
  ),
  REMOTES_DIR: v.pipe(
    textOr('dist/remotes'),
    v.check(
      (value) => !value.startsWith('s3:') || /^s3:\/\/[^/]+/.test(value),
      'must be a folder or s3://BUCKET/PREFIX',
    ),
    v.transform((value) => (value.startsWith('s3://') ? value : path.resolve(value))),
  ),
  KEEP_VERSIONS_DAYS: wholeNumber(14, 0, 3_650),
  SESSION_SECRET: optionalTextThat((value) => value.length >= 32, 'must have at least 32 characters'),
  STAFF_URL: address,
  PUBLIC_URL: address,
  TRUST_PROXY: trustProxySetting,
  MAX_CONNECTIONS: wholeNumber(2_000, 10, 100_000),
  MAX_LAG_MS: wholeNumber(250, 0, 60_000),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
  MAX_UPLOAD_MB: wholeNumber(20, 1, 1_000),
  MIN_FREE_MB: wholeNumber(200, 0, 1_000_000),
  AWS_REGION: optionalText,
  AWS_ACCESS_KEY_ID: optionalText,
  AWS_SECRET_ACCESS_KEY: optionalText,
  SES_ENDPOINT: address,
  SES_CONFIGURATION_SET: optionalText,
  SES_TOPIC_ARN: optionalTextThat((value) => /^arn:aws[\w-]*:sns:/.test(value), 'must be the ARN of an SNS topic'),
  SNS_ENDPOINT: address,
  SENDGRID_API_KEY: optionalText,
  SENDGRID_ENDPOINT: address,
  SENDGRID_WEBHOOK_KEY: optionalTextThat(isPublicKey, 'must be the verification key that SendGrid shows'),
  MAIL_FROM: textOr('Travel Declaration <no-reply@example.com>'),
  MAIL_DOMAIN: textOr('example.com'),
  MAIL_PER_SECOND: wholeNumber(14, 1, 1_000),
  MAIL_DELAY_S: wholeNumber(10, 0, 3_600),
  MAIL_PER_MEMBER_HOUR: wholeNumber(60, 1, 100_000),
  S3_BUCKET: optionalText,
  S3_ENDPOINT: address,
  INTAKE_API_KEY: optionalTextThat((value) => value.length >= 16, 'must have at least 16 characters'),
  TRANSLATE_SCRIPT_URL: address,
  PACK_SECONDS: wholeNumber(10, 1, 600),
  PACK_DOCUMENT_PAGES: v.pipe(
    textOr('all'),
    v.picklist(packDocumentPages, `must be one of ${packDocumentPages.join(', ')}`),
  ),
});

function isPublicKey(base64: string): boolean {
  try {
    return Boolean(createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' }));
  } catch {
    return false;
  }
}

/** Without keys the SDK finds its own credentials, such as an instance role. */
const s3ConnectionOf = (it: v.InferOutput<typeof environment>) => ({
  region: it.AWS_REGION,
  endpoint: it.S3_ENDPOINT,
  credentials: it.AWS_ACCESS_KEY_ID
    ? { accessKeyId: it.AWS_ACCESS_KEY_ID, secretAccessKey: it.AWS_SECRET_ACCESS_KEY! }
    : null,
});

export const settingNames = Object.keys(environment.entries);

const settingsSchema = v.pipe(
  environment,
  v.forward(
    v.partialCheck(
      [['AWS_ACCESS_KEY_ID'], ['AWS_SECRET_ACCESS_KEY']],
      (it) => Boolean(it.AWS_ACCESS_KEY_ID) === Boolean(it.AWS_SECRET_ACCESS_KEY),
      'and AWS_SECRET_ACCESS_KEY go together: set both or neither',
    ),
    ['AWS_ACCESS_KEY_ID'],
  ),
  v.forward(
    v.partialCheck(
      [['AWS_REGION'], ['AWS_ACCESS_KEY_ID'], ['S3_BUCKET'], ['REMOTES_DIR']],
      (it) => Boolean(it.AWS_REGION) || !(it.AWS_ACCESS_KEY_ID || it.S3_BUCKET || it.REMOTES_DIR.startsWith('s3://')),
      'is needed for AWS mail, for S3_BUCKET and for remotes in a bucket',
    ),
    ['AWS_REGION'],
  ),
  v.forward(
    v.partialCheck(
      [['DATABASE_URL'], ['SESSION_SECRET']],
      (it) => !it.DATABASE_URL || Boolean(it.SESSION_SECRET),
      'is required with DATABASE_URL, and must be the same for all instances',
    ),
    ['SESSION_SECRET'],
  ),
  v.transform((it) => ({
    port: it.PORT,
    publicPort: it.PUBLIC_PORT,
    /** Null: all addresses. */
    host: it.HOST,
    dataDir: it.DATA_DIR,
    /** Null: the embedded database in `dataDir`. */
    databaseUrl: it.DATABASE_URL,
    demoOrders: it.DEMO_ORDERS,
    demoInPublic: it.DEMO_IN_PUBLIC,
    /** A folder, or `s3://BUCKET/PREFIX`. */
    remotesDir: it.REMOTES_DIR,
    keepVersionsDays: it.KEEP_VERSIONS_DAYS,
    /** Null (embedded database only): a secret is created once and kept in `dataDir`. */
    sessionSecret: it.SESSION_SECRET,
    staffUrl: it.STAFF_URL ?? `http://localhost:${it.PORT}`,
    publicUrl: it.PUBLIC_URL ?? `http://localhost:${it.PUBLIC_PORT}`,
    trustProxy: it.TRUST_PROXY,
    maxConnections: it.MAX_CONNECTIONS,
    /** Event loop delay above which unknown callers are shed; 0: off. */
    maxLagMs: it.MAX_LAG_MS,
    logLevel: it.LOG_LEVEL,
    maxUploadMb: it.MAX_UPLOAD_MB,
    /** Free space to keep in `dataDir`; 0: off. */
    minFreeMb: it.MIN_FREE_MB,
    mail: {
      from: it.MAIL_FROM,
      domain: it.MAIL_DOMAIN,
      perSecond: it.MAIL_PER_SECOND,
      /** Delay during which mail can be cancelled, in seconds; 0: none. */
      delaySeconds: it.MAIL_DELAY_S,
      perMemberAndHour: it.MAIL_PER_MEMBER_HOUR,
      /** Null: this provider's mail goes to the outbox. */
      aws: it.AWS_ACCESS_KEY_ID
        ? {
            region: it.AWS_REGION!,
            accessKeyId: it.AWS_ACCESS_KEY_ID,
            secretAccessKey: it.AWS_SECRET_ACCESS_KEY!,
            endpoint: it.SES_ENDPOINT,
            configurationSet: it.SES_CONFIGURATION_SET,
          }
        : null,
      sendgrid: it.SENDGRID_API_KEY ? { apiKey: it.SENDGRID_API_KEY, endpoint: it.SENDGRID_ENDPOINT } : null,
    },
    webhooks: {
      /** The SNS topic of SES's reports. Null: reports are refused. */
      sesTopicArn: it.SES_TOPIC_ARN,
      /** Replaces SNS's hosts in tests. */
      snsEndpoint: it.SNS_ENDPOINT,
      /** SendGrid's public key for its reports, base64. Null: reports are refused. */
      sendgridKey: it.SENDGRID_WEBHOOK_KEY,
    },
    s3Connection: s3ConnectionOf(it),
    /** Null: documents are stored in `dataDir`. */
    s3: it.S3_BUCKET ? { bucket: it.S3_BUCKET, ...s3ConnectionOf(it) } : null,
    /** Null: the intake is off. */
    intakeApiKey: it.INTAKE_API_KEY,
    translateScriptUrl: it.TRANSLATE_SCRIPT_URL,
    packSeconds: it.PACK_SECONDS,
    packDocumentPages: it.PACK_DOCUMENT_PAGES,
  })),
);

export type Settings = v.InferOutput<typeof settingsSchema>;

/** Also reads `.env`. Throws like `readSettings`. */
export function loadSettings(): Settings {
  const envFile = path.resolve('.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  return readSettings(process.env);
}

/** Throws one error that lists everything that is wrong. */
export function readSettings(from: Record<string, string | undefined>): Settings {
  const result = v.safeParse(settingsSchema, from);
  if (result.success) return result.output;
  const faults = result.issues.map((issue) => `  ${v.getDotPath(issue) ?? ''} ${issue.message}`);
  throw new Error(`These settings are wrong:\n${faults.join('\n')}`);
}
