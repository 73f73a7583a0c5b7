import type { Database } from '../../db/database.ts';
import { Refusal } from '../../http/Refusal.ts';
import type { BulkWork } from '../../db/schema/bulkWork.ts';
import { planOf, type Doer } from '../plans/planOf.ts';
import { beginBulkJob, type BulkFilter } from './beginBulkJob.ts';
import { changeOrders } from './changeOrders.ts';

/** Whom a bulk call means: these orders, or all that a folder and search hold (`theseOrAll` of the contract). */
export type Whom = Partial<BulkFilter> & {
  orderId?: string[] | undefined;
  version?: number | undefined;
  continues?: string | undefined;
};

/** Does this work at once to the orders that are named, or begins it for a whole folder. */
export async function actOnOrders(db: Database, work: BulkWork, { whom, doer }: { whom: Whom; doer: Doer }) {
  const { orderId, folderName, version, continues, searchVal = '', month } = whom;
  if (version !== undefined && orderId?.length !== 1) throw new Refusal(400, 'A version goes with one order');
  if (!orderId && continues !== undefined) throw new Refusal(400, 'A whole folder is an action of its own');
  const plan = await planOf(db, work, doer);
  if (orderId) return changeOrders(db, { orderIds: orderId, version, continues, plan, member: doer.member });
  return beginBulkJob(db, { work, plan, member: doer.member, filter: { folderName: folderName!, searchVal, month } });
}
