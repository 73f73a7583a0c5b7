import type { Action } from 'shared/rules/permissions';
import type { Actor } from '../../http/member.ts';
import type { BulkWork } from '../../db/schema/bulkJobs.ts';

interface PlanRights {
  /** To do it to any order at all. Some orders are refused all the same: their plan decides. */
  needs: Action;
  /** Where an order becomes another member's, or is taken from one. */
  ofAnother?: Action;
}

/** The rights that each plan needs. The route asks them before the input is checked, a job before each portion. */
export const planRights = {
  assign: { needs: 'order.assign', ofAnother: 'order.assignOthers' },
  release: { needs: 'order.release', ofAnother: 'order.releaseOthers' },
  move: { needs: 'order.move' },
  delete: { needs: 'order.delete' },
  restore: { needs: 'order.restore' },
  refund: { needs: 'order.refund' },
  undo: { needs: 'order.undo' },
} as const satisfies Record<string, PlanRights>;

/** The right to do this work to any order. Its values may be anything: the route asks before the input is checked. */
export function rightFor(work: BulkWork, { name }: Pick<Actor, 'name'>): Action {
  if (work.action === 'assign' && isAnother(work.assignto, name)) return planRights.assign.ofAnother;
  if (work.action === 'move' && work.updatingStatus === 'Deleted') return planRights.delete.needs;
  return planRights[work.action].needs;
}

const isAnother = (assignto: unknown, ownName: string) =>
  typeof assignto === 'string' && !['', ownName].includes(assignto.trim());
