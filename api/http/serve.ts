import { finished, Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type Answer, bodyLimitOf, type Call, type ParsedInput } from 'shared/api/call';
import type { Action } from 'shared/rules/permissions';
import type { Database } from '../db/database.ts';
import { KeyedLimiter } from '../limits/KeyedLimiter.ts';
import { authorise, type Caller, type Customer, assertRight } from './authorise.ts';
import type { Member } from './session.ts';
import { maxBodyBytes, type ReceivedFile, receiveForm } from './bodies.ts';
import { callerAddress } from './connections.ts';
import { withIdempotencyKey, withIdempotencyKeyForUploads, requestDigest, type Write } from './idempotency.ts';
import { fieldOf, issueText, insufficientStorage, HttpError, tooManyAttempts } from './HttpError.ts';

type CallerOf<C extends Call> = C['needs'] extends 'anyone' | 'intake'
  ? { member: null; customer: null }
  : C['needs'] extends 'customer'
    ? { member: null; customer: Customer }
    : { member: Member; customer: null };

type FilesOf<C extends Call> = C extends { files: readonly string[] }
  ? {
      files: Record<string, ReceivedFile>;
      /** Runs writes in one transaction. Call this only after storing the files. */
      write: Write<Reply<C>>;
    }
  : unknown;

export type Context<C extends Call> = CallerOf<C> &
  FilesOf<C> & {
    /**
     * With an `Idempotency-Key`, this is the transaction that also stores the response: use no other database handle.
     * For calls with files, this has no transaction and is for reads only.
     */
    db: Database;
    /** The caller's address according to TRUST_PROXY. */
    ip: string;
    headers: FastifyRequest['headers'];
    /** Adds a `Set-Cookie` header, even if the call is then refused. */
    setCookie: (cookie: string) => void;
    log: FastifyBaseLogger;
  };

/** A function that answers a call. `Given` are extra arguments, which the call's route passes. */
export type Handler<C extends Call, Given extends unknown[] = []> = (
  input: ParsedInput<C>,
  context: Context<C>,
  ...given: Given
) => Promise<Reply<C>>;

export type Reply<C extends Call> = C extends { answers: string } ? { data: FileResponse } : JsonReply<C>;

type JsonReply<C extends Call> =
  | Omit<Answer<C>, 'status'>
  | (Answer<C> extends { data: (infer Row)[]; total: number } ? { message: string; data: StreamedList<Row> } : never);

interface ServeOptions<C extends Call, Prepared> {
  /** Further rights that the input requires, checked before the input is validated because 403 precedes 400. */
  extraPermissions?: (input: Record<string, unknown>, member: Member) => readonly (Action | null)[];
  /**
   * Slow work before the transaction of a call without files, skipped for a replayed response. `run` gets the result
   * as `prepared`.
   */
  prepare?: (input: ParsedInput<C>, context: CallerOf<C> & { ip: string }) => Promise<Prepared>;
  /**
   * Throws to refuse a call before its body is read. Returns a function to run once the call is answered or aborted.
   */
  preBodyCheck?: (
    context: CallerOf<C> & { db: Database; ip: string; headers: FastifyRequest['headers'] },
  ) => Promise<() => void>;
}

/**
 * Registers a call. Refusals come in the order 401, 403, 400, then what `run` throws. 401, 403 (unless from
 * `extraPermissions`), and refusals of compressed or oversized bodies are sent before the body is read.
 */
export function serve<C extends Call, Prepared = undefined>(
  app: FastifyInstance,
  call: C,
  run: (input: ParsedInput<C>, context: Context<C> & { prepared: NoInfer<Prepared> }) => Promise<Reply<C>>,
  { extraPermissions, prepare, preBodyCheck }: ServeOptions<C, Prepared> = {},
) {
  const { context: appContext } = app;
  const name = `${call.method} ${call.path}`;
  const turns = new KeyedLimiter({ concurrency: 1, maxWaiting: maxDuplicates, full: () => tooManyAttempts(2) });

  app.route({
    method: call.method,
    url: `/api${call.path}`,
    config: { call },
    bodyLimit: bodyLimitOf(call),
    onRequest: async (request, reply) => {
      request.caller = await authorise(request, call, appContext);
      assertUncompressed(request);
      if (preBodyCheck) {
        const caller = request.caller as CallerOf<C>;
        const ip = callerAddress(request, appContext.settings.trustProxy);
        const { headers } = request;
        finished(reply.raw, await preBodyCheck({ ...caller, db: appContext.database.db, ip, headers }));
      }
      const release = await appContext.diskSpace.reserve(call, maxBodyBytes(request));
      if (!release) throw insufficientStorage();
      finished(reply.raw, release);
    },
    handler: async (request, reply) => {
      const caller = request.caller!;
      const form = call.files ? await receiveForm(request, call.files, appContext.settings) : null;
      try {
        const given = form ? form.fields : inputOf(request);
        assertFurtherRights(given, caller);
        const input = parse(given);
        const { headers, log, params } = request;
        const ip = callerAddress(request, appContext.settings.trustProxy);
        const setCookie = (cookie: string) => void reply.header('Set-Cookie', cookie);
        const files = form?.files ?? {};
        let prepared: Prepared | undefined;
        const beforehand =
          prepare && (async () => void (prepared = await prepare(input, { ...(caller as CallerOf<C>), ip })));
        const answer = async (db: Database, write?: Write<object>) => {
          const context = { ...caller, db, write, ip, headers, setCookie, files, log, prepared };
          const reached = await run(input, context as unknown as Context<C> & { prepared: Prepared });
          const { data } = reached as { data: unknown };
          if (call.answers) {
            const { bytes, fileName } = data as FileResponse;
            reply.type(call.answers).header('Content-Disposition', `inline; filename="${fileName}"`);
            return bytes;
          }
          if (!(data instanceof StreamedList)) return { status: 1, ...reached };
          reply.type('application/json; charset=utf-8');
          const { message } = reached as { message: string };
          return Readable.from(data.json(message), { objectMode: false });
        };
        const digest = () => requestDigest(appContext.secret, { call: name, params, input, files });
        const keyed = { memberId: caller.member?.id ?? null, call: name, digest };
        // File responses are not stored for idempotent replay.
        if (call.answers) return await answer(appContext.database.db);
        if (!form) return await withIdempotencyKey(request, reply, { ...keyed, beforehand }, answer);
        return await withIdempotencyKeyForUploads(request, reply, { ...keyed, turns }, (write) =>
          answer(appContext.database.db, (work) => write(async (tx) => ({ status: 1, ...(await work(tx)) }))),
        );
      } finally {
        await form?.remove();
      }
    },
  });

  function assertFurtherRights(input: unknown, { member }: Caller) {
    if (!extraPermissions || !member) return;
    for (const action of extraPermissions({ ...(input as object) }, member))
      if (action) assertRight(member.role, action);
  }

  /** Throws 400 with the first issue's text as `message`, and each field's text in `errors`. */
  function parse(input: unknown): ParsedInput<C> {
    // Checked here, because the schema's own message would quote the input, which may be a password.
    if (typeof input !== 'object' || input === null || Array.isArray(input))
      throw new HttpError(400, 'Send a JSON object');
    const result = v.safeParse(call.input, input);
    if (result.success) return result.output as ParsedInput<C>;
    const errors: Record<string, string> = {};
    for (const issue of result.issues) errors[fieldOf(issue)] ??= issueText(issue);
    throw new HttpError(400, issueText(result.issues[0]), { errors });
  }
}

/** Maximum number of duplicates with the same key that wait for the first call. */
const maxDuplicates = 20;

/** Throws 415 for a compressed body, because a small one can unpack to many megabytes. */
function assertUncompressed({ headers }: FastifyRequest) {
  const encoding = headers['content-encoding'];
  if (encoding && encoding !== 'identity') throw new HttpError(415, 'Send the body uncompressed');
}

/** Path parameters override the query or body. */
function inputOf({ method, query, body, params }: FastifyRequest): unknown {
  const given = method === 'GET' ? query : (body ?? {});
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return { ...given, ...(params as object) };
}

interface FileResponse {
  bytes: Buffer;
  /** In ASCII. */
  fileName: string;
}

/** Rows read and sent in batches, so that a list of any length needs little memory. */
export class StreamedList<Row> {
  readonly #pieces: AsyncIterable<readonly Row[]>;

  constructor(pieces: AsyncIterable<readonly Row[]>) {
    this.#pieces = pieces;
  }

  async *json(message: string): AsyncGenerator<string> {
    let total = 0;
    yield `{"status":1,"message":${JSON.stringify(message)},"data":[`;
    for await (const rows of this.#pieces) {
      if (rows.length === 0) continue;
      const json = JSON.stringify(rows).slice(1, -1);
      yield total === 0 ? json : `,${json}`;
      total += rows.length;
    }
    yield `],"total":${total}}`;
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call;
  }
  interface FastifyRequest {
    /** Null before authorisation, and on routes that serve no call. */
    caller: Caller | null;
  }
}
