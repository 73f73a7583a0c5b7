import * as v from 'valibot';
import type { Action } from '../rules/permissions.ts';

/**
 * Who may make a call: an action of the permission table, or one of the audiences that are not staff.
 * `anyone` needs nothing, `customer` the order-bound token of `track-order`, `intake` the key of the order intake. There
 * is no default.
 */
export type Needs = Action | 'anyone' | 'customer' | 'intake';

/** True for whoever is not staff: no action of the permission table. */
export const isAudience = (needs: Needs): needs is Exclude<Needs, Action> =>
  needs === 'anyone' || needs === 'customer' || needs === 'intake';

/**
 * One call of the API: the client, the server, the OpenAPI page and the tests read this and nothing else.
 * `path` is below `/api`; `:name` parts are taken from the input. A GET sends the rest of its input as the query, a
 * `files` call as multipart form fields, every other as JSON.
 */
export interface Call<Input extends v.GenericSchema = v.GenericSchema, Data extends v.GenericSchema = v.GenericSchema> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  needs: Needs;
  /** One line for the API's own documentation page. */
  summary: string;
  input: Input;
  data: Data;
  /** Keys beside status, message and data (rules 20.2: `total`, `jwtToken`, `mainResult`, `path`). */
  beside?: v.ObjectEntries;
  /**
   * The type of the bytes that are answered instead of JSON; `data` is a Blob of them then. Such a call has no
   * `Idempotency-Key`: bytes are not kept.
   */
  answers?: 'application/pdf';
  /** Names of the multipart fields that carry a file. */
  files?: readonly string[];
  /**
   * What it leaves in the database, where it is less than its method tells: nothing (a search), or little, and people
   * need it to read (a sign-in). Such calls go on when the disk is almost full.
   */
  writes?: 'nothing' | 'little';
  /** What it can refuse beyond what follows from the rest (`refusalsOf`): status → when. */
  refuses?: { readonly [Status in 403 | 404 | 409 | 415 | 422 | 429]?: string };
  /** Bytes that the body may have, where it is not what `bodyLimitOf` says of everybody. */
  bodyLimit?: number;
}

/**
 * Bytes that the body of a call may have: 16 KB where nobody signed in, 64 KB where somebody did, unless the call says
 * more. The files of a multipart call have their own limit, MAX_UPLOAD_MB.
 */
export const bodyLimitOf = ({ needs, bodyLimit }: Pick<Call, 'needs' | 'bodyLimit'>) =>
  bodyLimit ?? (needs === 'anyone' || needs === 'customer' ? 16 : 64) * 1024;

/** Gives a call its exact types. */
export const call = <
  Input extends v.GenericSchema,
  Data extends v.GenericSchema,
  const Rest extends Omit<Call, 'input' | 'data'>,
>(
  definition: Rest & { input: Input; data: Data },
) => definition;

/** What a caller passes: before defaults and transformations. */
export type CallInput<C extends Call> = v.InferInput<C['input']>;
/** What the API works with: after them. */
export type ParsedInput<C extends Call> = v.InferOutput<C['input']>;
export type CallData<C extends Call> = v.InferOutput<C['data']>;

type Beside<C extends Call> = C extends { beside: infer Entries extends v.ObjectEntries }
  ? v.InferOutput<v.ObjectSchema<Entries, undefined>>
  : unknown;

/** A successful answer: rules 20.2. */
export type Answer<C extends Call> = { status: 1; message: string; data: CallData<C> } & Beside<C>;

/** A refused call's body. `errors` = field → text, `data` whatever helps to go on (a bulk's failures, a stale version). */
export const refusal = v.object({
  status: v.literal(0),
  message: v.string(),
  data: v.unknown(),
  errors: v.optional(v.record(v.string(), v.string())),
  error: v.optional(v.object({ message: v.string() })),
});
export type RefusalBody = v.InferOutput<typeof refusal>;

/** The input of calls that take nothing. */
export const nothing = v.strictObject({});
