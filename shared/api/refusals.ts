import { may, roles, rolesText } from '../rules/permissions.ts';
import { bodyLimitOf, isAudience, type Call, type Needs } from './call.ts';

interface RefusalRule {
  status: number;
  can: (call: Call) => boolean;
  when: (call: Call) => string;
  /** Whether the response has `Retry-After`. */
  retryAfter?: true;
}

const strangers: { readonly [Who in Needs]?: string } = {
  customer: 'The token has expired: track the order again',
  intake: 'The key is missing or wrong',
};
const sends = ({ method }: Call) => method !== 'GET';
const isOfCustomers = ({ needs }: Call) => needs === 'anyone' || needs === 'customer';

const rules: readonly RefusalRule[] = [
  { status: 400, can: () => true, when: () => 'The input is invalid; `errors` has a text per field' },
  {
    status: 401,
    can: ({ needs }) => needs !== 'anyone',
    when: ({ needs }) => strangers[needs] ?? 'Not signed in, or the session has expired',
  },
  {
    status: 403,
    can: ({ needs }) => !isAudience(needs) && !roles.every((role) => may(role, needs)),
    when: ({ needs }) => (isAudience(needs) ? '' : `Only ${rolesText(needs)} can do this`),
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
    when: ({ files }) => (files ? 'The body is compressed' : 'The body is compressed or not JSON'),
  },
  {
    status: 422,
    can: (call) => sends(call) && !call.answers && !isAudience(call.needs),
    when: () => 'The Idempotency-Key was used with another request; nothing was done',
  },
  {
    status: 429,
    can: (call) => isOfCustomers(call) || call.files !== undefined,
    when: (call) =>
      isOfCustomers(call)
        ? 'Too many attempts'
        : 'Too many repeats are waiting for the first request with this Idempotency-Key',
    retryAfter: true,
  },
  {
    status: 503,
    can: () => true,
    when: () => 'Overloaded, restarting, or the database is unavailable',
    retryAfter: true,
  },
  {
    status: 507,
    can: (call) => sends(call) && call.writes !== 'nothing',
    when: () => 'The disk is almost full; nothing was changed',
    retryAfter: true,
  },
];

export interface PossibleRefusal {
  status: number;
  when: string;
  retryAfter: boolean;
}

/**
 * Every status with which a call can be refused, in ascending order. Omits 431 (from the HTTP parser), 414 (URL over
 * 4,000 characters) and 500. The test client enforces the list.
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
