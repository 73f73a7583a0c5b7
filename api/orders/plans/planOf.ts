import type { MailServiceProvider } from 'shared/api/fields';
import type { Database } from '../../db/database.ts';
import { requireRight, type Actor } from '../../http/authorise.ts';
import { assignPlan, releasePlan } from './assignPlan.ts';
import { type BulkPlan, rightFor } from './plan.ts';
import type { BulkWork } from '../../db/schema/bulkJobs.ts';
import { movePlan, refundPlan, restorePlan } from './movePlan.ts';
import { undoPlan } from './undoPlan.ts';
import { undoableKindOf } from './undoQueries.ts';

export interface PlanContext {
  /** Who does it. */
  member: Actor;
  /** Nobody chooses the provider of a refund's mail. */
  refundMailProvider: MailServiceProvider;
}

/** How a member does this work to any order. 403 for what their role may not do, whatever the order. */
export async function planOf(
  db: Database,
  work: BulkWork,
  { member, refundMailProvider }: PlanContext,
): Promise<BulkPlan> {
  requireRight(member.role, rightFor(work, member));
  switch (work.action) {
    case 'assign':
      return assignPlan(db, work.assignto, member);
    case 'release':
      return releasePlan(member);
    case 'move':
      return movePlan(work.updatingStatus, member, work.refund);
    case 'restore':
      return restorePlan;
    case 'refund':
      return refundPlan(member, refundMailProvider);
    case 'undo':
      return undoPlan({ ...work, kind: await undoableKindOf(db, work.actionId) }, member);
  }
}
