import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { callAddress } from 'shared/api/callAddress';
import { readExactAnswer } from 'shared/api/readExactAnswer';
import type { Answer, Call, CallInput, RefusalBody } from 'shared/api/call';
import { refusalsOf } from 'shared/api/refusals';
import type { Role } from 'shared/rules/permissions';
import { demoMembers, demoPassword } from '../demo/demoMembers.ts';
import type { OpenDatabase } from '../db/database.ts';
import { members } from '../db/schema/members.ts';
import type { Desk } from '../desk/desk.ts';
import { openStorage } from '../storage/DocumentStorage.ts';
import { makeLog } from '../http/log.ts';
import { beginSession } from '../http/authorise.ts';
import { startMailJobs } from '../jobs/startMailJobs.ts';
import { publicOrigin } from '../publicOrigin.ts';
import { openRoom } from '../room/Room.ts';
import { readSettings } from '../settings/settings.ts';
import { staffOrigin } from '../staffOrigin.ts';
import { hashPassword } from '../team/password.ts';
import { callContent } from './callProduct.ts';
import type { Driver } from './drivers.ts';
import { testDatabase } from './testDatabase.ts';

/** How a test makes a call. */
export interface CallOptions {
  /** The demo member of this role calls; none: nobody does. */
  as?: Role;
  /** A token of one's own instead. */
  token?: string;
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** The origin that is asked; the staff's by itself. */
  origin?: 'staff' | 'public';
  /** Network address of the caller. */
  address?: string;
}

/** What a test reads of an answer. */
export interface TestAnswer<C extends Call> {
  httpStatus: number;
  headers: Record<string, unknown>;
  /** Both shapes at once: a test knows which it expects. */
  body: Answer<C> & Omit<RefusalBody, 'status' | 'data'>;
}

export interface TestApi {
  desk: Desk;
  staff: FastifyInstance;
  customers: FastifyInstance;
  /** The demo members' ids by role. */
  memberIds: Record<Role, number>;
  /** A fresh session's token. */
  signIn: (role: Role) => Promise<string>;
  /** Its answer must keep the contract. */
  callApi: <C extends Call>(call: C, input: CallInput<C>, options?: CallOptions) => Promise<TestAnswer<C>>;
  close: () => Promise<void>;
}

/**
 * Both origins on a fresh database with the five demo members and no order. `settings` are environment variables.
 *
 * @param open another database than an ordinary one of this driver
 */
export async function startTestApi(
  driver: Driver,
  settings: Record<string, string> = {},
  open = testDatabase,
): Promise<TestApi> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'arrival-desk-test-'));
  /** What ends all that has been begun: the last of it first, also when a later step fails. */
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
): Promise<Omit<TestApi, 'close'>> {
  const read = readSettings({ DATA_DIR: dataDir, DEMO_ORDERS: '0', LOG_LEVEL: 'silent', ...unhurried, ...settings });
  const database = await open();
  ends.push(database.close);
  const secret = Buffer.from('a secret of the tests, long enough');
  const log = makeLog(read);
  const desk: Desk = {
    settings: read,
    database,
    storage: await openStorage(read),
    secret,
    room: openRoom(read, log),
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

  const mailJobs = await startMailJobs(desk);
  ends.push(mailJobs.stop);
  const staff = await staffOrigin(desk);
  ends.push(() => staff.close());
  const customers = await publicOrigin(desk);
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
    desk,
    staff,
    customers,
    memberIds,
    signIn,
    callApi: async (call, input, options = {}) => {
      const token = options.token ?? (options.as && (await tokenOf(options.as)));
      const { path: url, rest } = callAddress(call, input as Record<string, unknown>);
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
      // The public origin has not all the calls: those are 404 there.
      if (app === staff) requireDescribed(call, response.statusCode);
      const isBytes = call.answers !== undefined && response.headers['content-type'] === call.answers;
      const told: unknown = isBytes
        ? { status: 1, message: '', data: new Blob([new Uint8Array(response.rawPayload)], { type: call.answers! }) }
        : response.json();
      const answer = readExactAnswer(call, told);
      return { httpStatus: response.statusCode, headers: response.headers, body: answer as never };
    },
  };
}

/**
 * Other tests run on the same processors: how late the event loop is says nothing of this one's calls. And mail goes at
 * once, but where a test is about its waiting.
 */
const unhurried = { MAX_LAG_MS: '0', MAIL_DELAY_S: '0' };

let testPasswordHash: Promise<string> | undefined;

/** The contract tells every status that a call is refused with; a fault of ours (500) is no refusal. */
function requireDescribed(call: Call, httpStatus: number) {
  if (httpStatus < 400 || httpStatus === 500) return;
  if (refusalsOf(call).some(({ status }) => status === httpStatus)) return;
  throw new Error(`${call.method} ${call.path} answers ${httpStatus}, which refusalsOf(call) does not tell`);
}
