import type { FastifyInstance } from 'fastify';
import { orderCalls } from 'shared/api/orderCalls';
import type { MoveTarget } from 'shared/rules/orderStatus';
import { serve } from '../http/serve.ts';
import { addRemark } from './addRemark.ts';
import { countFolders } from './lists/countQueries.ts';
import { futureMonths } from './lists/futureMonths.ts';
import { listOrders, rightForFolder } from './lists/listOrders.ts';
import { nextOrder } from './nextOrder.ts';
import { orderDetails } from './orderDetails.ts';
import { rightFor } from './plans/planRights.ts';
import { searchOrders } from './search/searchOrders.ts';

export function orderRoutes(app: FastifyInstance) {
  const { secret } = app.desk;
  serve(app, orderCalls.folderCounts, async (_input, { db, member }) => ({
    message: 'Folder counts',
    data: await countFolders(db, member.id),
  }));
  serve(app, orderCalls.list, (input, { db, member }) => listOrders(db, input, member), {
    alsoNeeds: ({ orderName }) => [rightForFolder(orderName)],
  });
  serve(app, orderCalls.search, (input, { db, member }) => searchOrders(db, input, member), {
    alsoNeeds: ({ folderName }) => [rightForFolder(folderName)],
  });
  serve(app, orderCalls.futureMonths, (_input, { db }) => futureMonths(db));
  serve(app, orderCalls.details, ({ orderId }, { db, member }) => orderDetails(db, orderId, member, secret));
  serve(app, orderCalls.nextOrder, ({ folderName }, { db, member }) => nextOrder(db, folderName, member));
  serve(app, orderCalls.addRemark, (input, { db, member }) => addRemark(db, input, member), {
    alsoNeeds: ({ updatingStatus }, member) =>
      updatingStatus ? [rightFor({ action: 'move', updatingStatus: updatingStatus as MoveTarget }, member)] : [],
  });
}
