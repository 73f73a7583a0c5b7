import type { FastifyInstance } from 'fastify';
import { orderCalls } from 'shared/api/orderCalls';
import { serve } from '../http/serve.ts';
import type { Member } from '../http/session.ts';
import { actOnOrders } from './actOnOrders.ts';
import { addRemark } from './addRemark.ts';
import { bulkProgress } from './bulkProgress.ts';
import { cancelBulk } from './cancelBulk.ts';
import { countFolders } from './countQueries.ts';
import { listOrders, rightForFolder } from './listOrders.ts';
import { nextOrder } from './nextOrder.ts';
import { orderDetails } from './orderDetails.ts';
import { refundMailProvider } from './refundPlan.ts';
import { undoAction } from './undoAction.ts';

export function orderRoutes(app: FastifyInstance) {
  const { secret, settings } = app.desk;
  const doer = (member: Member) => ({ member, refundMailProvider: refundMailProvider(settings) });

  serve(app, orderCalls.folderCounts, async (_input, { db, member }) => ({
    message: 'Folder counts',
    data: await countFolders(db, member.id),
  }));
  serve(app, orderCalls.list, (input, { db, member }) => listOrders(db, input, member), {
    alsoNeeds: ({ orderName }) => rightForFolder(orderName),
  });
  serve(app, orderCalls.details, ({ orderId }, { db, member }) => orderDetails(db, orderId, member, secret));
  serve(app, orderCalls.assign, ({ assignto, ...whom }, { db, member }) =>
    actOnOrders(db, assignto === '' ? { action: 'release' } : { action: 'assign', assignto }, {
      whom,
      doer: doer(member),
    }),
  );
  serve(app, orderCalls.changeStatus, ({ updatingStatus, ...whom }, { db, member }) =>
    actOnOrders(db, { action: 'move', updatingStatus }, { whom, doer: doer(member) }),
  );
  serve(app, orderCalls.move, ({ updatingStatus, ...whom }, { db, member }) =>
    actOnOrders(db, { action: 'move', updatingStatus }, { whom, doer: doer(member) }),
  );
  serve(app, orderCalls.restore, (whom, { db, member }) =>
    actOnOrders(db, { action: 'restore' }, { whom, doer: doer(member) }),
  );
  serve(app, orderCalls.completeRefund, (whom, { db, member }) =>
    actOnOrders(db, { action: 'refund' }, { whom, doer: doer(member) }),
  );
  serve(app, orderCalls.undo, ({ actionId }, { db, member }) => undoAction(db, actionId, member));
  serve(app, orderCalls.bulkProgress, ({ jobId }, { db, member }) => bulkProgress(db, jobId, member));
  serve(app, orderCalls.cancelBulk, ({ jobId }, { db, member }) => cancelBulk(db, jobId, member));
  serve(app, orderCalls.nextOrder, ({ folderName }, { db, member }) => nextOrder(db, folderName, member));
  serve(app, orderCalls.addRemark, (input, { db, member }) => addRemark(db, input, member));
}
