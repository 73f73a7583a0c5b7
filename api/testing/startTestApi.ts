import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { callUrl } from 'shared/api/client/callUrl';
import { parseResponseStrict } from 'shared/testing/parseResponseStrict';
import type { Answer, Call, CallInput, RefusalBody } from 'shared/api/call';
import { refusalsOf } from 'shared/api/refusals';
import type { Role } from 'shared/rules/permissions';
import { demoMembers, demoPassword } from '../demo/demoMembers.ts';
import type { OpenDatabase } from '../db/database.ts';
import { members } from '../db/schema/members.ts';
import type { AppContext } from '../context/AppContext.ts';
import { openStorage } from '../storage/openStorage.ts';
import { createLogger } from '../http/log.ts';
import { beginSession } from '../http/session.ts';
import { startMailJobs } from '../jobs/startMailJobs.ts';
import { publicServer } from '../publicServer.ts';
import { openDiskSpaceGuard } from '../disk-space/DiskSpaceGuard.ts';
import { readSettings } from '../settings/settings.ts';
import { staffServer } from '../staffServer.ts';
import { hashPassword } from '../team/password.ts';
import { callContent } from './callProduct.ts';
import { type Driver, testDatabase } from './testDatabase.ts';

export interface CallOptions {
  /** The demo member who calls. */
  as?: Role;
  token?: string;
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** Default: staff. */
  origin?: 'staff' | 'public';
  address?: string;
}

export interface TestAnswer<C extends Call> {
  httpStatus: number;
  headers: Record<string, unknown>;
  /** Success and refusal in one type, because a test knows which it expects. */
  body: Answer<C> & Omit<RefusalBody, 'status' | 'data'>;
}

export type TestApi = Awaited<ReturnType<typeof startOn>> & { close: () => Promise<void> };

/** Both servers on a new database with the five demo members and no orders. `settings` are environment variables. */
export async function startTestApi(
  driver: Driver,
  settings: Record<string, string> = {},
  open = testDatabase,
): Promise<TestApi> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'arrival-desk-test-'));
  /** Clean-up steps, run in reverse order. They also run if the start fails. */
  const ends = [() => rm(dataDir, { recursive: true, force: true })];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    return { ...(await startOn(dataDir, () => open(driver), settings, ends)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startOn(
  dataDir: string,
  open: () => Promise<OpenDatabase>,
  settings: Record<string, string>,
  ends: (() => Promise<unknown>)[],
) {
  const read = readSettings({ DATA_DIR: dataDir, DEMO_ORDERS: '0', LOG_LEVEL: 'silent', ...testDefaults, ...settings });
  const database = await open();
  ends.push(database.close);
  const secret = Buffer.from('a secret of the tests, long enough');
  const log = createLogger(read);
  const appContext: AppContext = {
    settings: read,
    database,
    storage: await openStorage(read),
    secret,
    diskSpace: openDiskSpaceGuard(read, log),
    log,
    serving: true,
  };

  testPasswordHash ??= hashPassword(demoPassword);
  const passwordHash = await testPasswordHash;
  const rows = await database.db
    .insert(members)
    .values(demoMembers.map((member) => ({ ...member, passwordHash })))
    .returning({ id: members.id, role: members.role });
  const memberIds = Object.fromEntries(rows.map(({ id, role }) => [role, id])) as Record<Role, number>;

  const mailJobs = await startMailJobs(appContext);
  ends.push(mailJobs.stop);
  const staff = await staffServer(appContext);
  ends.push(() => staff.close());
  const customers = await publicServer(appContext);
  ends.push(() => customers.close());
  const tokens = new Map<Role, Promise<string>>();

  function signIn(role: Role): Promise<string> {
    const { name } = demoMembers.find((member) => member.role === role)!;
    return beginSession(database.db, secret, { id: memberIds[role], name, type: role });
  }

  function tokenOf(role: Role): Promise<string> {
    const token = tokens.get(role) ?? signIn(role);
    tokens.set(role, token);
    return token;
  }

  return {
    context: appContext,
    staff,
    customers,
    memberIds,
    /** Returns a new session's token. */
    signIn,
    /** Throws unless the response keeps the contract. */
    callApi: async <C extends Call>(
      call: C,
      input: CallInput<C>,
      options: CallOptions = {},
    ): Promise<TestAnswer<C>> => {
      const token = options.token ?? (options.as && (await tokenOf(options.as)));
      const { path: url, rest } = callUrl(call, input as Record<string, unknown>);
      const { query, body } = callContent(call, rest);
      const app = options.origin === 'public' ? customers : staff;
      const response = await app.inject({
        method: call.method,
        url,
        query,
        payload: body as never,
        remoteAddress: options.address ?? '127.0.0.1',
        headers: {
          ...(token && { authorization: token }),
          ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
          ...options.headers,
        },
      });
      // Only on the staff server, because the public one answers 404 for other calls.
      if (app === staff) requireDescribed(call, response.statusCode);
      const isBytes = call.answers !== undefined && response.headers['content-type'] === call.answers;
      const content: unknown = isBytes
        ? { status: 1, message: '', data: new Blob([new Uint8Array(response.rawPayload)], { type: call.answers! }) }
        : response.json();
      const answer = parseResponseStrict(call, content);
      return { httpStatus: response.statusCode, headers: response.headers, body: answer as never };
    },
  };
}

/** No load shedding and more time for PDFs, because other tests on the same processors delay both. */
const testDefaults = { MAX_LAG_MS: '0', MAIL_DELAY_S: '0', PACK_SECONDS: '250' };

let testPasswordHash: Promise<string> | undefined;

/** The contract must list each refusal's status, except 500. */
function requireDescribed(call: Call, httpStatus: number) {
  if (httpStatus < 400 || httpStatus === 500) return;
  if (refusalsOf(call).some(({ status }) => status === httpStatus)) return;
  throw new Error(`${call.method} ${call.path} answers ${httpStatus}, which refusalsOf(call) does not list`);
}
