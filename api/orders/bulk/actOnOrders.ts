import { ordersAtOnce } from 'shared/api/bulkInput';
import type { Database } from '../../db/database.ts';
import { Refusal } from '../../http/Refusal.ts';
import type { BulkWork } from '../../db/schema/bulkJobs.ts';
import { refuseRefundDetails } from '../plans/decideMove.ts';
import { planOf, type PlanContext } from '../plans/planOf.ts';
import { beginBulkJob, type ListFilter } from './beginBulkJob.ts';
import { changeOrders } from './changeOrders.ts';

/** Which orders a call is about: these, or all that a folder and search hold (`bulkInput` of the contract). */
export type BulkTarget = Partial<ListFilter> & {
  orderId?: string[] | undefined;
  version?: number | undefined;
};

/** Does this work to up to 500 named orders at once; to more, or to a whole folder, it begins it as a job. */
export async function actOnOrders(
  db: Database,
  work: BulkWork,
  { target, context }: { target: BulkTarget; context: PlanContext },
) {
  const { orderId: orderIds, folderName, version, searchVal = '', month } = target;
  if (version !== undefined && orderIds?.length !== 1) throw new Refusal(400, 'A version goes with one order');
  if (work.action === 'move' && work.refund) {
    if (orderIds?.length !== 1) throw new Refusal(400, 'Refund details go with one order');
    refuseRefundDetails(work);
  }
  const plan = await planOf(db, work, context);
  const { member } = context;
  if (orderIds && orderIds.length <= ordersAtOnce) return changeOrders(db, { orderIds, version, plan, member });
  const orders = orderIds ? { orderIds } : { folderName: folderName!, searchVal, month };
  return beginBulkJob(db, { work, plan, member, orders });
}
