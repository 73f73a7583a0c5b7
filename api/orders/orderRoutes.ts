import type { FastifyInstance } from 'fastify';
import { orderCalls } from 'shared/api/orderCalls';
import { serve } from '../http/serve.ts';
import { addRemark } from './addRemark.ts';
import { assignOrders } from './assignOrders.ts';
import { completeRefund } from './completeRefund.ts';
import { countFolders } from './countQueries.ts';
import { futureMonths } from './futureMonths.ts';
import { listOrders, rightForFolder } from './listOrders.ts';
import { moveOrders } from './moveOrders.ts';
import { nextOrder } from './nextOrder.ts';
import { orderDetails } from './orderDetails.ts';
import { releaseOrders } from './releaseOrders.ts';
import { restoreOrders } from './restoreOrders.ts';
import { searchOrders } from './searchOrders.ts';

export function orderRoutes(app: FastifyInstance) {
  const { secret, settings } = app.desk;
  // Nobody chooses the provider of a refund's mail: the first that has credentials.
  const refundMailProvider = settings.mail.sendgrid && !settings.mail.aws ? 'Sendgrid' : 'AWS';

  serve(app, orderCalls.folderCounts, async (_input, { db, member }) => ({
    message: 'Folder counts',
    data: await countFolders(db, member.id),
  }));
  serve(app, orderCalls.list, (input, { db, member }) => listOrders(db, input, member), {
    alsoNeeds: ({ orderName }) => rightForFolder(orderName),
  });
  serve(app, orderCalls.search, (input, { db, member }) => searchOrders(db, input, member), {
    alsoNeeds: ({ folderName }) => rightForFolder(folderName),
  });
  serve(app, orderCalls.futureMonths, (_input, { db }) => futureMonths(db));
  serve(app, orderCalls.details, ({ orderId }, { db, member }) => orderDetails(db, orderId, member, secret));
  serve(app, orderCalls.assign, (input, { db, member }) =>
    input.assignto === '' ? releaseOrders(db, input.orderId, member) : assignOrders(db, input, member),
  );
  serve(app, orderCalls.changeStatus, (input, { db, member }) => moveOrders(db, input, member));
  serve(app, orderCalls.move, (input, { db, member }) => moveOrders(db, input, member));
  serve(app, orderCalls.restore, ({ orderId }, { db, member }) => restoreOrders(db, orderId, member));
  serve(app, orderCalls.completeRefund, ({ orderId }, { db, member }) =>
    completeRefund(db, orderId, member, refundMailProvider),
  );
  serve(app, orderCalls.nextOrder, ({ folderName }, { db, member }) => nextOrder(db, folderName, member));
  serve(app, orderCalls.addRemark, (input, { db, member }) => addRemark(db, input, member));
}
