/** The settings: read from the environment once, at start, with every fault listed at once (docs/settings.md). */
import { createPublicKey } from 'node:crypto';
import path from 'node:path';
import * as v from 'valibot';
import { trustProxySetting } from './trustProxySetting.ts';

const text = v.pipe(v.string(), v.trim());
/** Unset and empty mean the same. */
const optionalText = v.pipe(
  v.optional(text, ''),
  v.transform((value) => value || null),
);

const wholeNumber = (fallback: number, least: number, most: number) =>
  v.pipe(
    v.optional(text, ''),
    v.transform((value) => (value === '' ? String(fallback) : value)),
    v.regex(/^\d+$/, 'must be a whole number'),
    v.transform(Number),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  );

const port = (fallback: number) => wholeNumber(fallback, 0, 65_535);

const address = v.pipe(
  optionalText,
  v.check((value) => value === null || URL.canParse(value), 'must be an address such as https://desk.example.com'),
  v.transform((value) => value?.replace(/\/+$/, '') ?? null),
);

const flagText = (fallback: boolean) =>
  v.pipe(
    v.optional(text, ''),
    v.transform((value) => value || String(fallback)),
    v.picklist(['true', 'false'], 'must be true or false'),
    v.transform((value) => value === 'true'),
  );

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** `all`: as many as a pack has room for. */
const packDocumentPages = ['all', 'first', 'none'] as const;

const environment = v.object({
  PORT: port(4000),
  PUBLIC_PORT: port(4100),
  HOST: optionalText,
  DATA_DIR: v.pipe(
    v.optional(text, ''),
    v.transform((value) => path.resolve(value || '.data')),
  ),
  DATABASE_URL: v.pipe(
    optionalText,
    v.check((value) => value === null || /^postgres(ql)?:\/\//.test(value), 'must begin with postgres://'),
  ),
  DEMO_ORDERS: wholeNumber(200, 0, 10_000_000),
  DEMO_IN_PUBLIC: flagText(false),
  REMOTES_DIR: v.pipe(
    v.optional(text, ''),
    v.transform((value) => path.resolve(value || 'dist/remotes')),
  ),
  SESSION_SECRET: v.pipe(
    optionalText,
    v.check((value) => value === null || value.length >= 32, 'must have at least 32 characters'),
  ),
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
  SES_TOPIC_ARN: v.pipe(
    optionalText,
    v.check((value) => value === null || /^arn:aws[\w-]*:sns:/.test(value), 'must begin with arn:aws:sns:'),
  ),
  SNS_ENDPOINT: address,
  SENDGRID_API_KEY: optionalText,
  SENDGRID_ENDPOINT: address,
  SENDGRID_WEBHOOK_KEY: v.pipe(
    optionalText,
    v.check((value) => value === null || isPublicKey(value), 'must be the verification key that SendGrid shows'),
  ),
  MAIL_FROM: v.pipe(
    v.optional(text, ''),
    v.transform((value) => value || 'Travel Declaration <no-reply@example.com>'),
  ),
  MAIL_DOMAIN: v.pipe(
    v.optional(text, ''),
    v.transform((value) => value || 'example.com'),
  ),
  MAIL_PER_SECOND: wholeNumber(14, 1, 1_000),
  MAIL_DELAY_S: wholeNumber(10, 0, 3_600),
  MAIL_PER_MEMBER_HOUR: wholeNumber(60, 1, 100_000),
  S3_BUCKET: optionalText,
  S3_ENDPOINT: address,
  INTAKE_API_KEY: v.pipe(
    optionalText,
    v.check((value) => value === null || value.length >= 16, 'must have at least 16 characters'),
  ),
  TRANSLATE_SCRIPT_URL: address,
  PACK_DOCUMENT_PAGES: v.pipe(
    v.optional(text, ''),
    v.transform((value) => value || 'all'),
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

/** Every setting's name in the environment. */
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
      [['AWS_REGION'], ['AWS_ACCESS_KEY_ID'], ['S3_BUCKET']],
      (it) => Boolean(it.AWS_REGION) || !(it.AWS_ACCESS_KEY_ID || it.S3_BUCKET),
      'is needed for AWS mail and for S3_BUCKET',
    ),
    ['AWS_REGION'],
  ),
  v.forward(
    v.partialCheck(
      [['DATABASE_URL'], ['SESSION_SECRET']],
      (it) => !it.DATABASE_URL || Boolean(it.SESSION_SECRET),
      'is needed with DATABASE_URL: the same one for each instance',
    ),
    ['SESSION_SECRET'],
  ),
  v.transform((it) => ({
    port: it.PORT,
    publicPort: it.PUBLIC_PORT,
    /** Null: every address of the machine. */
    host: it.HOST,
    dataDir: it.DATA_DIR,
    /** Null: the embedded database, in `dataDir`. */
    databaseUrl: it.DATABASE_URL,
    demoOrders: it.DEMO_ORDERS,
    /** The demo's known passwords may be reached from the internet. */
    demoInPublic: it.DEMO_IN_PUBLIC,
    remotesDir: it.REMOTES_DIR,
    /** Null, on the embedded database alone: made once and kept in `dataDir`. */
    sessionSecret: it.SESSION_SECRET,
    /** Where people reach the two origins: for links in mail. Without a slash at the end. */
    staffUrl: it.STAFF_URL ?? `http://localhost:${it.PORT}`,
    publicUrl: it.PUBLIC_URL ?? `http://localhost:${it.PUBLIC_PORT}`,
    trustProxy: it.TRUST_PROXY,
    /** Of each origin, at once. */
    maxConnections: it.MAX_CONNECTIONS,
    /** The event loop may lag so long before strangers are turned away; 0: nobody is. */
    maxLagMs: it.MAX_LAG_MS,
    logLevel: it.LOG_LEVEL,
    maxUploadMb: it.MAX_UPLOAD_MB,
    /** What stays free where `dataDir` lies; 0: nobody looks. */
    minFreeMb: it.MIN_FREE_MB,
    mail: {
      from: it.MAIL_FROM,
      domain: it.MAIL_DOMAIN,
      /** How many mails a second each of the two providers gets from this process; the outbox takes any number. */
      perSecond: it.MAIL_PER_SECOND,
      /** So many seconds a mail that a person asked for can be taken back; 0: it goes at once. */
      delaySeconds: it.MAIL_DELAY_S,
      /** The number of documents and invoices that a member may mail within an hour. */
      perMemberAndHour: it.MAIL_PER_MEMBER_HOUR,
      /** Null: no credentials, so mail by this provider goes to the outbox. */
      aws: it.AWS_ACCESS_KEY_ID
        ? {
            region: it.AWS_REGION!,
            accessKeyId: it.AWS_ACCESS_KEY_ID,
            secretAccessKey: it.AWS_SECRET_ACCESS_KEY!,
            endpoint: it.SES_ENDPOINT,
            /** What SES is to report of mails it knows by this set; null: nothing but what its identity says. */
            configurationSet: it.SES_CONFIGURATION_SET,
          }
        : null,
      sendgrid: it.SENDGRID_API_KEY ? { apiKey: it.SENDGRID_API_KEY, endpoint: it.SENDGRID_ENDPOINT } : null,
    },
    webhooks: {
      /** The topic through which SES reports. Null: it is not believed. */
      sesTopicArn: it.SES_TOPIC_ARN,
      /** Where SNS is asked instead of the hosts that it names; null: there. */
      snsEndpoint: it.SNS_ENDPOINT,
      /** With which SendGrid's reports are checked, base64. Null: it is not believed. */
      sendgridKey: it.SENDGRID_WEBHOOK_KEY,
    },
    /** Null: documents are kept in `dataDir`. Without keys the SDK's own chain finds them (an instance's role). */
    s3: it.S3_BUCKET
      ? {
          bucket: it.S3_BUCKET,
          region: it.AWS_REGION!,
          endpoint: it.S3_ENDPOINT,
          credentials: it.AWS_ACCESS_KEY_ID
            ? { accessKeyId: it.AWS_ACCESS_KEY_ID, secretAccessKey: it.AWS_SECRET_ACCESS_KEY! }
            : null,
        }
      : null,
    /** Null: nothing is taken in. */
    intakeApiKey: it.INTAKE_API_KEY,
    translateScriptUrl: it.TRANSLATE_SCRIPT_URL,
    /** How many pages of the document itself a defence pack shows. */
    packDocumentPages: it.PACK_DOCUMENT_PAGES,
  })),
);

export type Settings = v.InferOutput<typeof settingsSchema>;

/** Reads the settings; throws one error whose message lists everything that is wrong. */
export function readSettings(from: Record<string, string | undefined>): Settings {
  const result = v.safeParse(settingsSchema, from);
  if (result.success) return result.output;
  const faults = result.issues.map((issue) => `  ${v.getDotPath(issue) ?? ''} ${issue.message}`);
  throw new Error(`These settings are wrong:\n${faults.join('\n')}`);
}
