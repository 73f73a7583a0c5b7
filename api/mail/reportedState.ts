import type { MailEventType } from './MailReport.ts';

interface ReportedEvent {
  type: MailEventType;
  at: Date;
  eventId: string;
  reason: string | null;
}

/** What says more of a mail stands later: one that was opened and reported as spam is told as that. */
const order: readonly MailEventType[] = ['delivered', 'opened', 'bounced', 'complained'];

/**
 * A mail's state and its reason by all that was reported of it (rules 12.15), however often and in whatever order it
 * came: the event that says most, and of several of its kind the newest. Null: nothing was reported.
 */
export function reportedState(
  events: readonly ReportedEvent[],
): { state: MailEventType; reason: string | null } | null {
  const [last] = events.toSorted(byWeight).slice(-1);
  return last ? { state: last.type, reason: last.reason } : null;
}

const byWeight = (a: ReportedEvent, b: ReportedEvent) =>
  order.indexOf(a.type) - order.indexOf(b.type) || a.at.getTime() - b.at.getTime() || (a.eventId < b.eventId ? -1 : 1);
