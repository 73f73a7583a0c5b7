import type { FastifyInstance } from 'fastify';
import { ordersAtOnce } from 'shared/api/bulkInput';
import { orderCalls } from 'shared/api/orderCalls';
import type { RefundDetails } from 'shared/api/refundDetails';
import type { MoveTarget } from 'shared/rules/orderStatus';
import type { Database } from '../../db/database.ts';
import type { BulkWork } from '../../db/schema/bulkJobs.ts';
import type { Member } from '../../http/authorise.ts';
import { Refusal } from '../../http/Refusal.ts';
import { serve } from '../../http/serve.ts';
import { unchosenProvider } from '../../mail/queueMail.ts';
import { rightForFolder } from '../lists/listOrders.ts';
import { refuseRefundDetails } from '../plans/movePlan.ts';
import { rightFor } from '../plans/plan.ts';
import { type PlanContext, planOf } from '../plans/planOf.ts';
import { beginBulkJob, bulkJobsOf, bulkProgress, cancelBulk, type ListFilter } from './bulkJobs.ts';
import { changeOrders } from './changeOrders.ts';
import { undoAction } from './undoAction.ts';

type Moving = BulkTarget & { updatingStatus: MoveTarget; refund?: RefundDetails | null | undefined };

/** The calls that do one thing to one order or to many, how far that is, and Undo. */
export function bulkRoutes(app: FastifyInstance) {
  const provider = unchosenProvider(app.desk.settings);
  /** Does it, for who has the right to, and, where a whole folder is meant, to list that. */
  const doing = <Input extends BulkTarget>(workOf: (input: Input) => BulkWork) =>
    [
      (input: Input, { db, member }: { db: Database; member: Member }) =>
        actOnOrders(db, workOf(input), { target: input, context: { member, refundMailProvider: provider } }),
      {
        alsoNeeds: (input: Record<string, unknown>, member: Member) => [
          rightForFolder(input['folderName']),
          rightFor(workOf(input as Input), member),
        ],
      },
    ] as const;
  const moving = doing(({ updatingStatus, refund }: Moving) => ({ action: 'move', updatingStatus, refund }));
  const assigning = doing(({ assignto }: BulkTarget & { assignto: string }) => {
    return assignto === '' ? { action: 'release' } : { action: 'assign', assignto };
  });

  serve(app, orderCalls.assign, ...assigning);
  serve(app, orderCalls.changeStatus, ...moving);
  serve(app, orderCalls.move, ...moving);
  serve(app, orderCalls.restore, ...doing(() => ({ action: 'restore' })));
  serve(app, orderCalls.completeRefund, ...doing(() => ({ action: 'refund' })));
  serve(app, orderCalls.undo, ({ actionId }, { db, member }) => undoAction(db, actionId, member));
  serve(app, orderCalls.jobs, (_, { db, member }) => bulkJobsOf(db, member));
  serve(app, orderCalls.bulkProgress, ({ jobId }, { db, member }) => bulkProgress(db, jobId, member));
  serve(app, orderCalls.cancelBulk, ({ jobId }, { db, member }) => cancelBulk(db, jobId, member));
}

/** Which orders a call is about: these, or all that a folder and search hold (`bulkInput` of the contract). */
type BulkTarget = Partial<ListFilter> & {
  orderId?: string[] | undefined;
  version?: number | undefined;
};

/** Does this work to up to 500 named orders at once; to more, or to a whole folder, it begins it as a job. */
async function actOnOrders(
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
