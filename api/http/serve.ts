import { finished, Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type Answer, bodyLimitOf, type Call, type ParsedInput } from 'shared/api/call';
import type { Action } from 'shared/rules/permissions';
import type { Database } from '../db/database.ts';
import { KeyedLimiter } from '../limits/KeyedLimiter.ts';
import { authorise, type Caller, type Customer, type Member, requireRight } from './authorise.ts';
import { mostBytes, type ReceivedFile, receiveForm } from './bodies.ts';
import { callerAddress } from './connections.ts';
import { onceByIdempotencyKey, onceByIdempotencyKeyAfterFiles, requestDigest, type Write } from './idempotency.ts';
import { fieldOf, issueText, noRoom, Refusal, tooManyAttempts } from './Refusal.ts';

/** Who calls follows from the call's `needs`. */
type CallerOf<C extends Call> = C['needs'] extends 'anyone' | 'intake'
  ? { member: null; customer: null }
  : C['needs'] extends 'customer'
    ? { member: null; customer: Customer }
    : { member: Member; customer: null };

/** What a call with files has beside the others. */
type FilesOf<C extends Call> = C extends { files: readonly string[] }
  ? {
      /** By field; they lie in a temporary folder that is gone after the answer. */
      files: Record<string, ReceivedFile>;
      /** Writes all that the call writes, once its files lie where they belong: the transaction that keeps the answer. */
      write: Write<Reply<C>>;
    }
  : unknown;

/** What a call's function is given beside its input. */
export type Context<C extends Call> = CallerOf<C> &
  FilesOf<C> & {
    /**
     * Use this and no other handle: with an `Idempotency-Key` it is the transaction that also keeps the answer. For a call
     * with files it is none, and only to be read by.
     */
    db: Database;
    /** Address of the caller, by TRUST_PROXY. */
    ip: string;
    /** Request headers, by lower-case name. */
    headers: FastifyRequest['headers'];
    /** Has the browser keep a cookie: the text of a `Set-Cookie`. It is sent whatever the call then answers. */
    setCookie: (cookie: string) => void;
    log: FastifyBaseLogger;
  };

/**
 * A call's answer without its `status`; rows that are too many for one piece go out as a stream, with their total. What a
 * call answers as bytes stands in no envelope.
 */
export type Reply<C extends Call> = C extends { answers: string } ? { data: ByteAnswer } : JsonReply<C>;

type JsonReply<C extends Call> =
  | Omit<Answer<C>, 'status'>
  | (Answer<C> extends { data: (infer Row)[]; total: number } ? { message: string; data: RowStream<Row> } : never);

interface Further<C extends Call, Prepared> {
  /**
   * Further rights that the input asks for: the order history is a folder that not everybody may list. They are asked
   * before the input is checked (403 goes before 400), so nothing is known of its values.
   */
  alsoNeeds?: (input: Record<string, unknown>, member: Member) => readonly (Action | null)[];
  /**
   * Does slow work that needs no transaction, such as hashing a password, before the transaction that an
   * `Idempotency-Key` begins, and not at all where that key has an answer. The call finds it as `prepared`.
   */
  prepare?: (input: ParsedInput<C>, context: CallerOf<C> & { ip: string }) => Promise<Prepared>;
  /**
   * Throws what refuses a caller whatever they send, before any of it is read: for bodies that are large. Answers what is to
   * be done once the call is answered, or whoever made it is gone.
   */
  beforeBody?: (
    context: CallerOf<C> & { db: Database; ip: string; headers: FastifyRequest['headers'] },
  ) => Promise<() => void>;
}

/**
 * Registers one call: its method and path, who may, its input by the contract's schema, its answer in the envelope.
 * Refusals come in the order 401, 403, 400, and then whatever `run` throws. Who may not call, and what is compressed or
 * too large, is refused before the body is read.
 */
export function serve<C extends Call, Prepared = undefined>(
  app: FastifyInstance,
  call: C,
  run: (input: ParsedInput<C>, context: Context<C> & { prepared: NoInfer<Prepared> }) => Promise<Reply<C>>,
  { alsoNeeds, prepare, beforeBody }: Further<C, Prepared> = {},
) {
  const { desk } = app;
  const name = `${call.method} ${call.path}`;
  const turns = new KeyedLimiter({ atOnce: 1, waiting: mostDuplicates, full: () => tooManyAttempts(2) });

  app.route({
    method: call.method,
    url: `/api${call.path}`,
    config: { call },
    bodyLimit: bodyLimitOf(call),
    onRequest: async (request, reply) => {
      request.caller = await authorise(request, call, desk);
      refuseCompressed(request);
      if (beforeBody) {
        const ip = callerAddress(request, desk.settings.trustProxy);
        const { headers } = request;
        const ended = await beforeBody({ ...(request.caller as CallerOf<C>), db: desk.database.db, ip, headers });
        finished(reply.raw, ended);
      }
      const release = await desk.room.admit(call, mostBytes(request));
      if (!release) throw noRoom();
      finished(reply.raw, release);
    },
    handler: async (request, reply) => {
      const caller = request.caller!;
      const form = call.files ? await receiveForm(request, call.files, desk.settings) : null;
      try {
        const given = form ? form.fields : inputOf(request);
        requireFurtherRights(given, caller);
        const input = parse(given);
        const { headers, log, params } = request;
        const ip = callerAddress(request, desk.settings.trustProxy);
        const setCookie = (cookie: string) => void reply.header('Set-Cookie', cookie);
        const files = form?.files ?? {};
        let prepared: Prepared | undefined;
        const beforehand =
          prepare && (async () => void (prepared = await prepare(input, { ...(caller as CallerOf<C>), ip })));
        const answer = async (db: Database, write?: Write<object>) => {
          const context = { ...caller, db, write, ip, headers, setCookie, files, log, prepared };
          const reached = await run(input, context as unknown as Context<C> & { prepared: Prepared });
          const { data } = reached as { data: unknown };
          if (data instanceof ByteAnswer) return data.toAnswer(reply, call.answers!);
          if (!(data instanceof RowStream)) return { status: 1, ...reached };
          reply.type('application/json; charset=utf-8');
          return data.toAnswer((reached as { message: string }).message);
        };
        const digest = () => requestDigest(desk.secret, { call: name, params, input, files });
        const keyed = { memberId: caller.member?.id ?? null, call: name, digest };
        // Bytes are too much to be kept for whoever asks again.
        if (call.answers) return await answer(desk.database.db);
        if (!form) return await onceByIdempotencyKey(request, reply, { ...keyed, beforehand }, answer);
        return await onceByIdempotencyKeyAfterFiles(request, reply, { ...keyed, turns }, (write) =>
          answer(desk.database.db, (work) => write(async (tx) => ({ status: 1, ...(await work(tx)) }))),
        );
      } finally {
        await form?.remove();
      }
    },
  });

  function requireFurtherRights(input: unknown, { member }: Caller) {
    if (!alsoNeeds || !member) return;
    for (const action of alsoNeeds({ ...(input as object) }, member)) if (action) requireRight(member.role, action);
  }

  /** 400: `message` is the first rule's text, `errors` each field's. */
  function parse(input: unknown): ParsedInput<C> {
    // Said here: the schema's own text would repeat what was sent, and that may be a password.
    if (typeof input !== 'object' || input === null || Array.isArray(input))
      throw new Refusal(400, 'Send a JSON object');
    const result = v.safeParse(call.input, input);
    if (result.success) return result.output as ParsedInput<C>;
    const errors: Record<string, string> = {};
    for (const issue of result.issues) errors[fieldOf(issue)] ??= issueText(issue);
    throw new Refusal(400, issueText(result.issues[0]), { errors });
  }
}

/** So many calls with the same files and the same key may wait for the first of them. */
const mostDuplicates = 20;

/** A few bytes can unpack to as many megabytes as one likes. */
function refuseCompressed({ headers }: FastifyRequest) {
  const encoding = headers['content-encoding'];
  if (encoding && encoding !== 'identity') throw new Refusal(415, 'Send the body as it is, not compressed');
}

/** Query or body, with the path's parts, which win. */
function inputOf({ method, query, body, params }: FastifyRequest): unknown {
  const given = method === 'GET' ? query : (body ?? {});
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return { ...given, ...(params as object) };
}

/** Bytes that a call answers instead of JSON, with a file name of ours, in ASCII. */
export class ByteAnswer {
  readonly #bytes: Buffer;
  readonly #fileName: string;

  constructor(bytes: Buffer, fileName: string) {
    this.#bytes = bytes;
    this.#fileName = fileName;
  }

  toAnswer(reply: FastifyReply, contentType: string): Buffer {
    reply.type(contentType).header('Content-Disposition', `inline; filename="${this.#fileName}"`);
    return this.#bytes;
  }
}

/**
 * Rows that are read and sent piece by piece: a list of any length needs the memory of one piece, and no other request
 * waits for more than one. `total` is what was sent.
 */
export class RowStream<Row> {
  readonly #pieces: AsyncIterable<readonly Row[]>;

  constructor(pieces: AsyncIterable<readonly Row[]>) {
    this.#pieces = pieces;
  }

  /** The whole answer as JSON, in the envelope of every other. */
  toAnswer(message: string): Readable {
    return Readable.from(this.#json(message), { objectMode: false });
  }

  async *#json(message: string): AsyncGenerator<string> {
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
    /** The call that a route serves: the walk over all routes reads it. */
    call?: Call;
  }
  interface FastifyRequest {
    /** Null on routes that are no calls, and before it is known. */
    caller: Caller | null;
  }
}
