import type { FastifyInstance } from 'fastify';
import { orderCalls } from 'shared/api/orderCalls';
import type { MoveTarget } from 'shared/rules/orderStatus';
import type { Database } from '../db/database.ts';
import type { Member } from '../http/member.ts';
import { serve } from '../http/serve.ts';
import { addRemark } from './addRemark.ts';
import { actOnOrders, type Whom } from './bulk/actOnOrders.ts';
import { bulkProgress } from './bulk/bulkProgress.ts';
import { cancelBulk } from './bulk/cancelBulk.ts';
import { undoAction } from './bulk/undoAction.ts';
import { countFolders } from './lists/countQueries.ts';
import { futureMonths } from './lists/futureMonths.ts';
import { listOrders, rightForFolder } from './lists/listOrders.ts';
import { nextOrder } from './nextOrder.ts';
import { orderDetails } from './orderDetails.ts';
import { rightToAssign } from './plans/assignPlan.ts';
import type { BulkWork } from '../db/schema/bulkWork.ts';
import { refundMailProvider } from './plans/refundPlan.ts';
import { searchOrders } from './search/searchOrders.ts';

/** Who acts on a whole folder must be allowed to list it. */
const ofItsFolder = { alsoNeeds: ({ folderName }: { folderName?: unknown }) => [rightForFolder(folderName)] };

const rightForTarget = (status: unknown) => (status === 'Deleted' ? 'order.delete' : null);

export function orderRoutes(app: FastifyInstance) {
  const { secret, settings } = app.desk;
  const act = (work: BulkWork, whom: Whom, { db, member }: { db: Database; member: Member }) =>
    actOnOrders(db, work, { whom, doer: { member, refundMailProvider: refundMailProvider(settings) } });

  serve(app, orderCalls.folderCounts, async (_input, { db, member }) => ({
    message: 'Folder counts',
    data: await countFolders(db, member.id),
  }));
  serve(app, orderCalls.list, (input, { db, member }) => listOrders(db, input, member), {
    alsoNeeds: ({ orderName }) => [rightForFolder(orderName)],
  });
  serve(app, orderCalls.search, (input, { db, member }) => searchOrders(db, input, member), ofItsFolder);
  serve(app, orderCalls.futureMonths, (_input, { db }) => futureMonths(db));
  serve(app, orderCalls.details, ({ orderId }, { db, member }) => orderDetails(db, orderId, member, secret));
  const giveOrRelease = (assignto: string): BulkWork =>
    assignto === '' ? { action: 'release' } : { action: 'assign', assignto };
  serve(app, orderCalls.assign, (input, by) => act(giveOrRelease(input.assignto), input, by), {
    alsoNeeds: ({ folderName, assignto }, member) => [rightForFolder(folderName), rightToAssign(assignto, member)],
  });
  const moving = (updatingStatus: MoveTarget) => ({ action: 'move', updatingStatus }) as const;
  serve(app, orderCalls.changeStatus, (input, by) => act(moving(input.updatingStatus), input, by), ofItsFolder);
  serve(app, orderCalls.move, (input, by) => act(moving(input.updatingStatus), input, by), {
    alsoNeeds: ({ folderName, updatingStatus }) => [rightForFolder(folderName), rightForTarget(updatingStatus)],
  });
  serve(app, orderCalls.restore, (whom, by) => act({ action: 'restore' }, whom, by), ofItsFolder);
  serve(app, orderCalls.completeRefund, (whom, by) => act({ action: 'refund' }, whom, by), ofItsFolder);
  serve(app, orderCalls.undo, ({ actionId }, { db, member }) => undoAction(db, actionId, member));
  serve(app, orderCalls.bulkProgress, ({ jobId }, { db, member }) => bulkProgress(db, jobId, member));
  serve(app, orderCalls.cancelBulk, ({ jobId }, { db, member }) => cancelBulk(db, jobId, member));
  serve(app, orderCalls.nextOrder, ({ folderName }, { db, member }) => nextOrder(db, folderName, member));
  serve(app, orderCalls.addRemark, (input, { db, member }) => addRemark(db, input, member), {
    alsoNeeds: ({ updatingStatus }) => [rightForTarget(updatingStatus)],
  });
}
