import type { Failure } from '../plans/bulkPlan.ts';
import type { ReasonText } from '../../db/schema/bulkJobs.ts';

/** "2 already taken by Max Manager", "1 not found": one text for each reason, added to what earlier portions told. */
export function reasonTexts(failures: readonly Failure[], before: readonly ReasonText[] = []): ReasonText[] {
  const told = new Map(before.map((reason) => [reason.reason, reason]));
  for (const failure of failures) {
    const reason = failure.several(2);
    const n = (told.get(reason)?.n ?? 0) + 1;
    told.set(reason, { reason, n, text: failure.several(n) });
  }
  return [...told.values()];
}
