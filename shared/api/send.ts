import ky, { HTTPError, type KyInstance } from 'ky';
import { callAddress, getAddress, given } from './callAddress.ts';
import { fetchWithUploadProgress } from './fetchWithUploadProgress.ts';
import type { Answer, Call, CallInput, RefusalBody } from './call.ts';
import { readAnswer, UnexpectedAnswer } from './readAnswer.ts';

/** A call that did not succeed: refused by the API, never answered (`httpStatus` 0), or answered with nonsense. */
export class CallError extends Error {
  override name = 'CallError';
  readonly httpStatus: number;
  readonly body: RefusalBody | null;
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfter: number | null;
  /** Names the request in the API's log. */
  readonly requestId: string | null;

  constructor(
    message: string,
    about: {
      httpStatus: number;
      body?: RefusalBody | null;
      retryAfter?: number | null;
      requestId?: string | null;
      cause?: unknown;
    },
  ) {
    super(message, { cause: about.cause });
    this.httpStatus = about.httpStatus;
    this.body = about.body ?? null;
    this.retryAfter = about.retryAfter ?? null;
    this.requestId = about.requestId ?? null;
  }

  /**
   * Told by its name, not by its class: each container bundles a class of its own, while the one client of the staff
   * (`shared/desk/session/send`, a federated singleton) throws the shell's.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'CallError';
  }

  /** Field → text, as the API's validation says it. */
  get fieldErrors(): Record<string, string> {
    return this.body?.errors ?? {};
  }
}

export interface SendOptions {
  signal?: AbortSignal;
  /** Made once per click and kept over its retries, so that nothing happens twice. */
  idempotencyKey?: string;
  /** The files of a multipart call, by the names in its `files`. */
  files?: Record<string, File>;
  /** Bytes on their way; given only for calls with files. */
  onUploadProgress?: (sent: number, total: number) => void;
}

/** How a client of the API identifies itself, and what it does when its session is dead. */
export interface ClientSetup {
  token: () => string | null;
  /** Called once per 401 answer of a call that carried a token, with the server's message. */
  onDeadSession: (message: string) => void;
  fetch?: typeof globalThis.fetch;
  headers?: () => Record<string, string>;
}

export type Send = <C extends Call>(call: C, input: CallInput<C>, options?: SendOptions) => Promise<Answer<C>>;

/** What is said when a call was never answered. */
export const serverDidNotAnswer = 'The server did not answer. Check your connection, then try again.';

/**
 * Makes the one function through which a front end reaches the API. It sends the token bare (no `Bearer`), has no
 * time-out (rules 20.9), and rejects with a `CallError` unless the answer's status is 1.
 */
export function makeSend({ token, onDeadSession, fetch, headers }: ClientSetup): Send {
  const client: KyInstance = ky.create({
    timeout: false,
    retry: 0,
    ...(fetch && { fetch }),
  });

  return async (call, input, { signal, idempotencyKey, files, onUploadProgress } = {}) => {
    const said = input as Record<string, unknown>;
    const { path, rest } = callAddress(call, said);
    const address = call.method === 'GET' ? getAddress(call, said) : path;
    const accessToken = token();
    try {
      const response = await client(new URL(address, globalThis.location.origin), {
        method: call.method,
        signal,
        headers: {
          ...(accessToken && { Authorization: accessToken }),
          ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
          ...headers?.(),
        },
        ...body(call, { ...rest, ...files }),
        ...(onUploadProgress && { fetch: fetchWithUploadProgress(onUploadProgress) }),
      });
      return successOf(call, response, await bodyOf(call, response));
    } catch (error) {
      const failure = error instanceof HTTPError ? refused(error.response, error.data) : error;
      if (failure instanceof CallError) {
        if (failure.httpStatus === 401 && accessToken) onDeadSession(failure.message);
        throw failure;
      }
      if (signal?.aborted) throw failure;
      throw new CallError(serverDidNotAnswer, { httpStatus: 0 });
    }
  };
}

function body(call: Call, rest: Record<string, unknown>) {
  if (call.method === 'GET') return {};
  if (!call.files) return { json: Object.fromEntries(given(rest)) };
  const form = new FormData();
  for (const [name, value] of given(rest)) form.append(name, value instanceof Blob ? value : String(value));
  return { body: form };
}

/** Bytes stand in the envelope here, though nobody sent one with them. */
async function bodyOf(call: Call, response: Response): Promise<unknown> {
  if (call.answers && response.headers.get('Content-Type')?.startsWith(call.answers)) {
    return { status: 1, message: '', data: await response.blob() };
  }
  return response.json().catch(unlessNoJson);
}

/** An answer that came whole and is no JSON (a proxy's page, say) is nothing that a call promises. */
function unlessNoJson(error: { name?: string }): undefined {
  if (error.name !== 'SyntaxError') throw error as Error;
}

function successOf<C extends Call>(call: C, response: Response, body: unknown): Answer<C> {
  if (isRefusal(body) && body.status === 0) throw refused(response, body);
  return checkAnswer(call, body, { httpStatus: response.status, requestId: response.headers.get('X-Request-Id') });
}

/**
 * A body as the answer that its call promises.
 *
 * @throws CallError
 */
export function checkAnswer<C extends Call>(
  call: C,
  body: unknown,
  from: { httpStatus: number; requestId: string | null } = { httpStatus: 200, requestId: null },
): Answer<C> {
  try {
    return readAnswer(call, body);
  } catch (cause) {
    if (!(cause instanceof UnexpectedAnswer)) throw cause;
    throw new CallError(unexpectedAnswer(call, from.requestId), { ...from, cause });
  }
}

/** Unlike a server that does not answer, one that answers something else has done what it was asked, as like as not. */
function unexpectedAnswer(call: Call, requestId: string | null): string {
  const request = requestId ? ` (request ${requestId})` : '';
  const changes = call.method !== 'GET' && call.writes !== 'nothing';
  const next = changes
    ? 'What you asked for may be done: reload the page and look.'
    : 'Reload the page, then try again.';
  return `The server’s answer is not what this page expects${request}. ${next}`;
}

function refused(response: Response, body: unknown): CallError {
  const refusal = isRefusal(body) ? body : null;
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new CallError(refusal?.message ?? serverDidNotAnswer, {
    httpStatus: response.status,
    body: refusal,
    retryAfter: retryAfter > 0 ? retryAfter : null,
    requestId: response.headers.get('X-Request-Id'),
  });
}

function isRefusal(body: unknown): body is RefusalBody {
  return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string';
}
