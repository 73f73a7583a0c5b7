import * as v from 'valibot';
import type { Action } from '../rules/permissions.ts';

/**
 * The action that a call requires, or an audience other than staff: `anyone`, `customer` (the order-bound token of
 * `track-order`) or `intake` (the API key).
 */
export type Needs = Action | 'anyone' | 'customer' | 'intake';

export const isAudience = (needs: Needs): needs is Exclude<Needs, Action> =>
  needs === 'anyone' || needs === 'customer' || needs === 'intake';

/**
 * One call of the API, read by client, server, OpenAPI page and tests. `path` is below `/api`; its `:name` parts come
 * from the input. The rest of the input is the query of a GET, the form fields of a call with `files`, or the JSON
 * body.
 */
export interface Call<Input extends v.GenericSchema = v.GenericSchema, Data extends v.GenericSchema = v.GenericSchema> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  needs: Needs;
  summary: string;
  input: Input;
  data: Data;
  /** Envelope keys besides status, message and data (rule 20.2). */
  extras?: v.ObjectEntries;
  /** The content type of a binary response; `data` is then a Blob, and the call takes no `Idempotency-Key`. */
  answers?: 'application/pdf';
  /** The multipart fields that carry a file. */
  files?: readonly string[];
  /** As the disk fills up, calls that write `little` (a sign-in) are refused last, and those with `nothing` never. */
  writes?: 'nothing' | 'little';
  /** Refusals besides the general ones in refusals.ts: status → when the call is refused with it. */
  refuses?: { readonly [Status in 403 | 404 | 409 | 410 | 415 | 422 | 429]?: string };
  /** The maximum body size in bytes, instead of the default in `bodyLimitOf`. */
  bodyLimit?: number;
}

/**
 * The maximum body size in bytes. The default is 16 KB for customers and anyone, and 64 KB for staff and the intake.
 * Uploaded files are limited by MAX_UPLOAD_MB instead.
 */
export const bodyLimitOf = ({ needs, bodyLimit }: Pick<Call, 'needs' | 'bodyLimit'>) =>
  bodyLimit ?? (needs === 'anyone' || needs === 'customer' ? 16 : 64) * 1024;

/** Infers a call's exact types. */
export const call = <
  Input extends v.GenericSchema,
  Data extends v.GenericSchema,
  const Rest extends Omit<Call, 'input' | 'data'>,
>(
  definition: Rest & { input: Input; data: Data },
) => definition;

/** The input before defaults and transformations. */
export type CallInput<C extends Call> = v.InferInput<C['input']>;
/** The input after defaults and transformations. */
export type ParsedInput<C extends Call> = v.InferOutput<C['input']>;
export type CallData<C extends Call> = v.InferOutput<C['data']>;

type Beside<C extends Call> = C extends { extras: infer Entries extends v.ObjectEntries }
  ? v.InferOutput<v.ObjectSchema<Entries, undefined>>
  : unknown;

/** A successful response: rule 20.2. */
export type Answer<C extends Call> = { status: 1; message: string; data: CallData<C> } & Beside<C>;

/**
 * The body of a refused call. `errors` maps fields to texts; `data` holds details such as a bulk action's failures, or
 * the changes since a stale version.
 */
export interface RefusalBody {
  status: 0;
  message: string;
  data: unknown;
  errors?: Record<string, string> | undefined;
  error?: { message: string } | undefined;
}

export const noInput = v.strictObject({});
