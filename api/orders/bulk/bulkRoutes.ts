import { and, asc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { maxSynchronousOrders } from 'shared/api/fields/bulkInput';
import { messageCalls } from 'shared/api/messageCalls';
import { bulkCalls } from 'shared/api/bulkCalls';
import { orderCalls } from 'shared/api/orderCalls';
import type { RefundDetails } from 'shared/api/refundDetails';
import type { MoveTarget } from 'shared/rules/orderStatus';
import type { Database } from '../../db/database.ts';
import type { BulkWork } from '../../db/schema/bulkJobs.ts';
import { type HistoryKind, orderActions, undoSnapshots } from '../../db/schema/orderHistory.ts';
import type { Actor, Member } from '../../http/session.ts';
import { HttpError } from '../../http/HttpError.ts';
import { serve } from '../../http/serve.ts';
import { defaultProvider } from '../../mail/queueMail.ts';
import { rightForFolder } from '../lists/listOrders.ts';
import { assertNoRefundDetails } from '../plans/move.ts';
import { rightFor } from '../plans/plan.ts';
import { type PlanContext, planOf } from '../plans/planOf.ts';
import { undoableKinds, undoPlan } from '../plans/undo.ts';
import { isLastAction, kindsOfAction, markUndone } from '../plans/undoLog.ts';
import { beginBulkJob, bulkJobsOf, bulkProgress, cancelBulk, type ListFilter, runningJobOf } from './bulkJobs.ts';
import { changeOrders } from './changeOrders.ts';

type Moving = BulkTarget & { updatingStatus: MoveTarget; refund?: RefundDetails | null | undefined };

export function bulkRoutes(app: FastifyInstance) {
  const { settings } = app.context;
  const mailing = {
    refundMailProvider: defaultProvider(settings),
    mailDelaySeconds: settings.mail.delaySeconds,
  };
  const doing = <Input extends BulkTarget>(workOf: (input: Input) => BulkWork) =>
    [
      (input: Input, { db, member }: { db: Database; member: Member }) =>
        actOnOrders(db, workOf(input), { target: input, context: { member, ...mailing } }),
      {
        extraPermissions: (input: Record<string, unknown>, member: Member) => [
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
  const handling = doing(({ seen }: BulkTarget & { seen?: Record<string, number> | undefined }) => {
    return { action: 'handle', seen };
  });
  serve(app, messageCalls.handleMessages, ...handling);
  serve(app, bulkCalls.jobs, (_, { db, member }) => bulkJobsOf(db, member));
  serve(app, bulkCalls.bulkProgress, ({ jobId }, { db, member }) => bulkProgress(db, jobId, member));
  serve(app, bulkCalls.cancelBulk, ({ jobId }, { db, member }) => cancelBulk(db, jobId, member));
}

type BulkTarget = Partial<ListFilter> & {
  orderId?: string[] | undefined;
  version?: number | undefined;
};

/** Runs an action on up to 500 given orders immediately, and on more orders or a whole folder in a job. */
async function actOnOrders(
  db: Database,
  work: BulkWork,
  { target, context }: { target: BulkTarget; context: PlanContext },
) {
  const { orderId: orderIds, folderName, version, searchVal = '', month } = target;
  if (version !== undefined && orderIds?.length !== 1) throw new HttpError(400, 'A version requires a single order');
  if (work.action === 'move' && work.refund) {
    if (orderIds?.length !== 1) throw new HttpError(400, 'Refund details require a single order');
    assertNoRefundDetails(work);
  }
  const plan = await planOf(db, work, context);
  const { member } = context;
  if (orderIds && orderIds.length <= maxSynchronousOrders) return changeOrders(db, { orderIds, version, plan, member });
  const orders = orderIds ? { orderIds } : { folderName: folderName!, searchVal, month };
  return beginBulkJob(db, { work, plan, member, orders });
}

/** Skips orders that others have changed since the action. */
export async function undoAction(db: Database, actionId: string, member: Actor) {
  return db.transaction(async (tx) => {
    const [action] = await tx
      .select()
      .from(orderActions)
      .where(and(eq(orderActions.actionId, actionId), eq(orderActions.memberId, member.id)))
      .for('update');
    if (!action) throw unknownAction(await kindsOfAction(tx, { actionId, memberId: member.id }));
    if (action.undoneAt) throw new HttpError(409, 'This was already undone.');
    const running = await runningJobOf(tx, actionId);
    if (running === 'action') throw new HttpError(409, 'This action is still running. Cancel it first.');
    if (running === 'undo') throw new HttpError(409, 'This is already being undone.');
    if (!(await isLastAction(tx, action))) throw new HttpError(409, 'Undo your later actions first.');

    const snapshots = await tx
      .select({ orderId: undoSnapshots.orderId })
      .from(undoSnapshots)
      .where(eq(undoSnapshots.actionId, actionId))
      .orderBy(asc(undoSnapshots.orderId))
      .limit(maxSynchronousOrders + 1);
    const orderIds = snapshots.map(({ orderId }) => orderId);
    const plan = await undoPlan(tx, actionId, member);
    if (orderIds.length > maxSynchronousOrders) {
      const work = { action: 'undo', actionId } as const;
      return beginBulkJob(tx, { work, plan, member, orders: { ofAction: actionId } });
    }
    const answer = await changeOrders(tx, { orderIds, plan, member });
    await markUndone(tx, actionId);
    return answer;
  });
}

function unknownAction(kinds: readonly HistoryKind[]): HttpError {
  if (kinds.length === 0) return new HttpError(404, 'Action not found.');
  const isUndoable = undoableKinds.some((kind) => kinds.includes(kind));
  return new HttpError(409, isUndoable ? 'This can no longer be undone.' : 'This cannot be undone.');
}
