import type { IntakeResult } from 'shared/api/intakeCalls';
import { Refusal } from '../http/Refusal.ts';

/** The answer to an intake: "480 taken in, 18 known already, 2 rejected". Throws a 400 when all were rejected. */
export function tellIntake(data: IntakeResult, words: { accepted: string; repeated: string }) {
  const { accepted, repeated, rejected } = data;
  const [first] = rejected;
  if (first && accepted.length + repeated.length === 0) {
    const [field, text] = Object.entries(first.errors)[0] ?? ['', 'Rejected'];
    throw new Refusal(400, `${field}: ${text}`, { data, errors: first.errors });
  }
  const parts = [
    `${accepted.length} ${words.accepted}`,
    ...(repeated.length ? [`${repeated.length} ${words.repeated}`] : []),
    ...(rejected.length ? [`${rejected.length} rejected`] : []),
  ];
  return { message: parts.join(', '), data };
}
