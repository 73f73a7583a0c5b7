import type { FastifyInstance } from 'fastify';
import { orderCalls } from 'shared/api/orderCalls';
import { messageCalls } from 'shared/api/messageCalls';
import { remarkCalls } from 'shared/api/remarkCalls';
import type { MoveTarget } from 'shared/rules/orderStatus';
import { serve } from '../http/serve.ts';
import { addRemark } from './remarks.ts';
import { askCustomer, settleMessages } from './messages.ts';
import { countFolders, futureMonths } from './lists/countQueries.ts';
import { listOrders, rightForFolder } from './lists/listOrders.ts';
import { nextOrder } from './nextOrder.ts';
import { orderDetails } from './orderDetails.ts';
import { rightFor } from './plans/plan.ts';
import { orderTimeline } from './orderTimeline.ts';
import { searchOrders } from './search/searchOrders.ts';
import { deleteSnippet, saveSnippet, snippetsOf } from './snippets.ts';

export function orderRoutes(app: FastifyInstance) {
  const { secret, settings } = app.desk;
  const { maxUploadMb } = settings;
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
  serve(app, orderCalls.details, ({ orderId }, { db, member, log }) =>
    orderDetails(db, orderId, { member, secret, maxUploadMb, log }),
  );
  serve(app, orderCalls.nextOrder, ({ folderName }, { db, member }) => nextOrder(db, folderName, member));
  serve(app, orderCalls.addRemark, (input, { db, member }) => addRemark(db, input, member), {
    alsoNeeds: ({ updatingStatus }, member) =>
      updatingStatus ? [rightFor({ action: 'move', updatingStatus: updatingStatus as MoveTarget }, member)] : [],
  });
  serve(app, messageCalls.askCustomer, (input, { db, member }) => askCustomer(db, input, member), {
    alsoNeeds: ({ updatingStatus }, member) =>
      updatingStatus ? [rightFor({ action: 'move', updatingStatus: updatingStatus as MoveTarget }, member)] : [],
  });
  serve(app, messageCalls.settleMessages, (input, { db, member }) => settleMessages(db, input, member));
  serve(app, remarkCalls.timeline, ({ orderId }, { db }) => orderTimeline(db, orderId));
  serve(app, remarkCalls.snippets, async (_input, { db, member }) => ({
    message: 'Snippets',
    data: await snippetsOf(db, member),
  }));
  serve(app, remarkCalls.saveSnippet, (input, { db, member }) => saveSnippet(db, input, member), {
    alsoNeeds: ({ team }) => (team === 'Y' ? ['snippets.changeTeam'] : []),
  });
  serve(app, remarkCalls.deleteSnippet, ({ id }, { db, member }) => deleteSnippet(db, id, member));
}
