import { callUrl, getUrl, definedEntries } from './callUrl.ts';
import { fetchWithUploadProgress } from './fetchWithUploadProgress.ts';
import type { Answer, Call, CallInput, RefusalBody } from '../call.ts';
import { parseResponse, UnexpectedAnswer } from './parseResponse.ts';

/** A failed call: refused by the API, without a response (`httpStatus` 0), or with an invalid one. */
export class CallError extends Error {
  override name = 'CallError';
  readonly httpStatus: number;
  readonly body: RefusalBody | null;
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfter: number | null;
  /** Identifies the request in the API's log. */
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
   * Compares names, not classes: each federation container bundles its own class, but the shared client throws the
   * shell's.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'CallError';
  }

  /** Field → error text. */
  get fieldErrors(): Record<string, string> {
    return this.body?.errors ?? {};
  }
}

export interface SendOptions {
  signal?: AbortSignal;
  /** One key per click, reused for its retries, so that no action runs twice. */
  idempotencyKey?: string;
  /** Keyed by the names in the call's `files`. */
  files?: Record<string, File>;
  /** Bytes sent; only for calls with files. */
  onUploadProgress?: (sent: number, total: number) => void;
}

export interface ClientSetup {
  token: () => string | null;
  /** Called once per 401 response to a call that carried a token. */
  onDeadSession: (message: string) => void;
  fetch?: typeof globalThis.fetch;
  headers?: () => Record<string, string>;
}

export type Send = <C extends Call>(call: C, input: CallInput<C>, options?: SendOptions) => Promise<Answer<C>>;

export const serverUnreachable = 'The server didn’t respond. Check your connection, then try again.';
/** For a response that is not from the API, such as a proxy's page. */
const serverDown = 'The server didn’t respond. Try again in a minute.';

/**
 * Creates an API client. It sends the token without `Bearer`, and has no timeout (rule 20.9). It rejects with a
 * `CallError` if the call fails, and with the signal's reason if the caller aborts.
 */
export function makeSend({ token, onDeadSession, fetch, headers }: ClientSetup): Send {
  return async (call, input, { signal, idempotencyKey, files, onUploadProgress } = {}) => {
    const fields = input as Record<string, unknown>;
    const { path, rest } = callUrl(call, fields);
    const address = call.method === 'GET' ? getUrl(call, fields) : path;
    const accessToken = token();
    const request = onUploadProgress ? fetchWithUploadProgress(onUploadProgress) : (fetch ?? globalThis.fetch);
    try {
      const response = await request(new URL(address, globalThis.location.origin), {
        method: call.method,
        signal,
        headers: {
          ...(call.method !== 'GET' && !call.files && { 'Content-Type': 'application/json' }),
          ...(accessToken && { Authorization: accessToken }),
          ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
          ...headers?.(),
        },
        body: bodyOf(call, { ...rest, ...files }),
      });
      if (!response.ok) throw refused(response, await response.json().catch(() => null));
      const body = await answerOf(call, response);
      if (isRefusal(body) && body.status === 0) throw refused(response, body);
      return checkAnswer(call, body, { httpStatus: response.status, requestId: response.headers.get('X-Request-Id') });
    } catch (error) {
      if (error instanceof CallError) {
        if (error.httpStatus === 401 && accessToken) onDeadSession(error.message);
        throw error;
      }
      if (signal?.aborted) throw error;
      throw new CallError(serverUnreachable, { httpStatus: 0 });
    }
  };
}

function bodyOf(call: Call, rest: Record<string, unknown>): FormData | string | undefined {
  if (call.method === 'GET') return undefined;
  if (!call.files) return JSON.stringify(Object.fromEntries(definedEntries(rest)));
  const form = new FormData();
  for (const [name, value] of definedEntries(rest)) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}

async function answerOf(call: Call, response: Response): Promise<unknown> {
  if (call.answers && response.headers.get('Content-Type')?.startsWith(call.answers)) {
    return { status: 1, message: '', data: await response.blob() };
  }
  return response.json().catch((error: Error) => {
    // A response that is not JSON, such as a proxy's page, becomes undefined, which matches no contract.
    if (error.name !== 'SyntaxError') throw error;
  });
}

/** Returns the response body if it matches its call; otherwise throws CallError. */
export function checkAnswer<C extends Call>(
  call: C,
  body: unknown,
  from: { httpStatus: number; requestId: string | null } = { httpStatus: 200, requestId: null },
): Answer<C> {
  try {
    return parseResponse(call, body);
  } catch (cause) {
    if (!(cause instanceof UnexpectedAnswer)) throw cause;
    throw new CallError(unexpectedAnswer(call, from.requestId), { ...from, cause });
  }
}

/** The message for an invalid response. The server did respond, so it may have saved a change. */
function unexpectedAnswer(call: Call, requestId: string | null): string {
  const request = requestId ? ` (request ${requestId})` : '';
  const changes = call.method !== 'GET' && call.writes !== 'nothing';
  const next = changes
    ? 'Your change may have been saved. Reload the page to check.'
    : 'Reload the page, then try again.';
  return `The server sent an unexpected response${request}. ${next}`;
}

function refused(response: Response, body: unknown): CallError {
  const refusal = isRefusal(body) ? body : null;
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new CallError(refusal?.message ?? serverDown, {
    httpStatus: response.status,
    body: refusal,
    retryAfter: retryAfter > 0 ? retryAfter : null,
    requestId: response.headers.get('X-Request-Id'),
  });
}

function isRefusal(body: unknown): body is RefusalBody {
  return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string';
}

/** An idempotency key. `crypto.randomUUID` requires https or localhost. */
export function newKey(): string {
  return crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(16)).join('-');
}
