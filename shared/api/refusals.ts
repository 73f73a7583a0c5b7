import { may, roles, whoMay } from '../rules/permissions.ts';
import { bodyLimitOf, isAudience, type Call, type Needs } from './call.ts';

/** A status that calls refuse with: which calls can, and when it comes. */
interface RefusalRule {
  status: number;
  can: (call: Call) => boolean;
  when: (call: Call) => string;
  /** The answer's `Retry-After` says in how many seconds to try again. */
  retryAfter?: true;
}

const strangers: { readonly [Who in Needs]?: string } = {
  customer: 'The token has ended: track the order again',
  intake: 'The key is missing or wrong',
};
const sends = ({ method }: Call) => method !== 'GET';
const isOfCustomers = ({ needs }: Call) => needs === 'anyone' || needs === 'customer';

/** What follows from a call's own description; what only its rules know stands there as `refuses`. */
const rules: readonly RefusalRule[] = [
  { status: 400, can: () => true, when: () => 'The input is not as described; `errors` tells it by field' },
  {
    status: 401,
    can: ({ needs }) => needs !== 'anyone',
    when: ({ needs }) => strangers[needs] ?? 'Nobody is signed in, or the session has ended',
  },
  {
    status: 403,
    can: ({ needs }) => !isAudience(needs) && !roles.every((role) => may(role, needs)),
    when: ({ needs }) => (isAudience(needs) ? '' : `Only ${whoMay(needs)} can do this`),
  },
  { status: 408, can: sends, when: () => 'The body did not arrive in time' },
  {
    status: 413,
    can: sends,
    when: (call) =>
      call.files ? 'The file is larger than MAX_UPLOAD_MB' : `The body is over ${bodyLimitOf(call) / 1024} KB`,
  },
  {
    status: 415,
    can: sends,
    when: ({ files }) => (files ? 'The body is compressed' : 'The body is compressed, or no JSON'),
  },
  {
    status: 422,
    can: (call) => sends(call) && !call.answers && !isAudience(call.needs),
    when: () => 'The Idempotency-Key was used for something else; nothing was done',
  },
  {
    status: 429,
    can: (call) => isOfCustomers(call) || call.files !== undefined,
    when: (call) =>
      isOfCustomers(call) ? 'Too many attempts' : 'Too many wait for the first call of the same Idempotency-Key',
    retryAfter: true,
  },
  {
    status: 503,
    can: () => true,
    when: () => 'Too much to do at the moment, a restart, or a database that does not answer',
    retryAfter: true,
  },
  {
    status: 507,
    can: (call) => sends(call) && call.writes !== 'nothing',
    when: () => 'The disk is almost full; nothing was changed',
    retryAfter: true,
  },
];

/** One way in which a call is refused. */
export interface PossibleRefusal {
  status: number;
  /** When it comes, as the reference page says it. */
  when: string;
  retryAfter: boolean;
}

/**
 * Every status that a call can refuse with, in ascending order: one test client holds the API to it. Left out is what
 * is no answer to the call: a request that is no HTTP (431), an address over 4,000 characters (414), a fault of ours (500).
 */
export function refusalsOf(call: Call): PossibleRefusal[] {
  const refusals = new Map<number, PossibleRefusal>();
  for (const { status, can, when, retryAfter = false } of rules) {
    if (can(call)) refusals.set(status, { status, when: when(call), retryAfter });
  }
  for (const [key, when] of Object.entries(call.refuses ?? {})) {
    const status = Number(key);
    const known = refusals.get(status);
    refusals.set(status, { status, when: known ? `${known.when}; ${when}` : when, retryAfter: status === 429 });
  }
  return [...refusals.values()].sort((one, other) => one.status - other.status);
}
