import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Answer, Call, ParsedInput } from 'shared/api/call';
import { may, whoMay, type Action } from 'shared/rules/permissions';
import { orderOfCustomerToken } from '../customers/customerToken.ts';
import type { Database } from '../db/database.ts';
import { findFirstAnswer, lockIdempotencyKey, storeFirstAnswer } from './idempotencyQueries.ts';
import { requireIntakeKey } from './intakeKey.ts';
import type { Member } from './member.ts';
import { receiveForm, type ReceivedFile } from './receiveForm.ts';
import { Refusal } from './Refusal.ts';
import { RowStream } from './RowStream.ts';
import { readSession } from './session.ts';

/** Who calls: a member, the customer of one order, or nobody in particular. It follows from the call's `needs`. */
type CallerOf<C extends Call> = C['needs'] extends 'anyone' | 'intake'
  ? { member: null; customer: null }
  : C['needs'] extends 'customer'
    ? { member: null; customer: Customer }
    : { member: Member; customer: null };

/** A customer's token opens one order. */
export interface Customer {
  orderId: string;
}

/** What a call's function is given beside its input. */
export type Context<C extends Call> = CallerOf<C> & {
  /** Use this and no other handle: with an `Idempotency-Key` it is the transaction that also keeps the answer. */
  db: Database;
  /** Address of the caller, by TRUST_PROXY. */
  ip: string;
  /** Request headers, by lower-case name. */
  headers: FastifyRequest['headers'];
  /** The files of a multipart call, by field; they lie in a temporary folder that is gone after the answer. */
  files: Record<string, ReceivedFile>;
  log: FastifyBaseLogger;
};

/** A call's answer without its `status`; rows that are too many for one piece go out as a stream, with their total. */
export type Reply<C extends Call> =
  | Omit<Answer<C>, 'status'>
  | (Answer<C> extends { data: (infer Row)[]; total: number } ? { message: string; data: RowStream<Row> } : never);

/**
 * Registers one call: its method and path, who may, its input by the contract's schema, its answer in the envelope.
 * Refusals come in the order 401, 403, 400, and then whatever `run` throws.
 */
export function serve<C extends Call>(
  app: FastifyInstance,
  call: C,
  run: (input: ParsedInput<C>, context: Context<C>) => Promise<Reply<C>>,
  /**
   * Further rights that the input asks for: the order history is a folder that not everybody may list. They are asked
   * before the input is checked (403 goes before 400), so nothing is known of its values.
   */
  { alsoNeeds }: { alsoNeeds?: (input: Record<string, unknown>, member: Member) => readonly (Action | null)[] } = {},
) {
  const { desk } = app;

  app.route({
    method: call.method,
    url: `/api${call.path}`,
    config: { call },
    ...(call.bodyLimit && { bodyLimit: call.bodyLimit }),
    // Before the body is read: who has no key sends no megabytes.
    ...(call.needs === 'intake' && { onRequest: async (request) => requireIntakeKey(request, desk.settings) }),
    handler: async (request, reply) => {
      const caller = await authorise(request);
      const form = call.files ? await receiveForm(request, call.files, desk.settings) : null;
      try {
        const input = parse(form ? form.fields : inputOf(request));
        const context = {
          ...caller,
          ip: request.ip,
          headers: request.headers,
          files: form?.files ?? {},
          log: request.log,
        };
        const answer = async (db: Database) => {
          const given = await run(input, { ...context, db } as Context<C>);
          if (!(given.data instanceof RowStream)) return { status: 1, ...given };
          reply.type('application/json; charset=utf-8');
          return given.data.toAnswer(given.message);
        };
        return await onceByKey(request, reply, caller.member, answer);
      } finally {
        await form?.remove();
      }
    },
  });

  /** 401 and 403. Nothing of the input has been judged. */
  async function authorise(request: FastifyRequest): Promise<{ member: Member | null; customer: Customer | null }> {
    const { authorization } = request.headers;
    if (call.needs === 'anyone' || call.needs === 'intake') return { member: null, customer: null };
    if (call.needs === 'customer') {
      const orderId = authorization ? await orderOfCustomerToken(desk.secret, authorization) : null;
      if (!orderId) throw new Refusal(401, 'Please track your order again.');
      return { member: null, customer: { orderId } };
    }
    const member = await readSession(desk, authorization);
    const further = alsoNeeds?.({ ...(inputOf(request) as object) }, member) ?? [];
    for (const action of [call.needs, ...further]) {
      if (action && !may(member.role, action)) throw new Refusal(403, `Only ${whoMay(action)} can do this.`);
    }
    return { member, customer: null };
  }

  /** 400: `message` is the first rule's text, `errors` each field's. */
  function parse(input: unknown): ParsedInput<C> {
    const result = v.safeParse(call.input, input);
    if (result.success) return result.output as ParsedInput<C>;
    const errors: Record<string, string> = {};
    for (const issue of result.issues) errors[String(issue.path?.[0]?.key ?? '')] ??= issue.message;
    throw new Refusal(400, result.issues[0].message, { errors });
  }

  /**
   * With an `Idempotency-Key`, the whole call and the record of its answer are one transaction: after a crash either
   * both are there or neither. A refused call throws, and so keeps nothing.
   */
  async function onceByKey(
    request: FastifyRequest,
    reply: FastifyReply,
    member: Member | null,
    answer: (db: Database) => Promise<object>,
  ): Promise<unknown> {
    const key = call.method === 'GET' || !member ? undefined : idempotencyKey(request);
    if (!key) return answer(desk.database.db);
    const name = `${call.method} ${call.path}`;
    return desk.database.db.transaction(async (tx) => {
      const keyOfMember = { memberId: member!.id, key };
      await lockIdempotencyKey(tx, keyOfMember);
      const first = await findFirstAnswer(tx, keyOfMember);
      if (first && first.call !== name) throw new Refusal(409, 'This Idempotency-Key belongs to another call');
      if (first) {
        reply.status(first.httpStatus).header('Idempotency-Replayed', 'true');
        return first.body;
      }
      const body = await answer(tx);
      await storeFirstAnswer(tx, { ...keyOfMember, call: name, httpStatus: 200, body });
      return body;
    });
  }
}

function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || key === '') return undefined;
  if (typeof key !== 'string' || key.length > 200)
    throw new Refusal(400, 'An Idempotency-Key has at most 200 characters');
  return key;
}

/** Query or body, with the path's parts, which win. */
function inputOf({ method, query, body, params }: FastifyRequest): unknown {
  const given = method === 'GET' ? query : (body ?? {});
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return { ...given, ...(params as object) };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call that a route serves: the walk over all routes reads it. */
    call?: Call;
  }
}
