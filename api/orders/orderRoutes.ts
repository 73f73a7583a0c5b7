import type { FastifyInstance } from 'fastify';
import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { messageCalls } from 'shared/api/messageCalls';
import { remarkCalls } from 'shared/api/remarkCalls';
import { snippetCalls } from 'shared/api/snippetCalls';
import { timelineCalls } from 'shared/api/timelineCalls';
import type { MoveTarget } from 'shared/rules/orderStatus';
import type { Member } from '../http/session.ts';
import { serve } from '../http/serve.ts';
import { addRemark } from './remarks.ts';
import { defaultProvider } from '../mail/queueMail.ts';
import { askCustomer, replyToCustomer } from './messages.ts';
import { countFolders, futureMonths } from './lists/folderCounts.ts';
import { listOrders, rightForFolder } from './lists/listOrders.ts';
import { nextOrder } from './nextOrder.ts';
import { orderDetails } from './orderDetails.ts';
import { rightFor } from './plans/plan.ts';
import { orderTimeline } from './orderTimeline.ts';
import { searchOrders } from './search/searchOrders.ts';
import { deleteSnippet, saveSnippet, snippetsOf } from './snippets.ts';

export function orderRoutes(app: FastifyInstance) {
  const { secret, settings } = app.context;
  const { maxUploadMb } = settings;
  const mail = { provider: defaultProvider(settings), delaySeconds: settings.mail.delaySeconds };
  serve(app, folderCalls.folderCounts, async (_input, { db, member }) => ({
    message: 'Folder counts',
    data: await countFolders(db, member.id),
  }));
  serve(app, folderCalls.list, (input, { db, member }) => listOrders(db, input, member), {
    extraPermissions: ({ orderName }) => [rightForFolder(orderName)],
  });
  serve(app, folderCalls.search, (input, { db, member }) => searchOrders(db, input, member), {
    extraPermissions: ({ folderName }) => [rightForFolder(folderName)],
  });
  serve(app, folderCalls.futureMonths, (_input, { db }) => futureMonths(db));
  serve(app, orderCalls.details, ({ orderId }, { db, member, log }) =>
    orderDetails(db, orderId, { member, secret, maxUploadMb, log }),
  );
  serve(app, orderCalls.nextOrder, ({ folderName }, { db, member }) => nextOrder(db, folderName, member));
  serve(app, orderCalls.addRemark, (input, { db, member }) => addRemark(db, input, member), {
    extraPermissions: rightToMove,
  });
  serve(app, messageCalls.askCustomer, (input, { db, member }) => askCustomer(db, input, { member, mail }), {
    extraPermissions: rightToMove,
  });
  serve(app, messageCalls.replyToCustomer, (input, { db, member }) => replyToCustomer(db, input, { member, mail }));
  serve(app, timelineCalls.timeline, ({ orderId }, { db }) => orderTimeline(db, orderId));
  serve(app, remarkCalls.snippets, async (_input, { db, member }) => ({
    message: 'Snippets',
    data: await snippetsOf(db, member),
  }));
  serve(app, snippetCalls.saveSnippet, (input, { db, member }) => saveSnippet(db, input, member), {
    extraPermissions: ({ team }) => (team === 'Y' ? ['snippets.changeTeam'] : []),
  });
  serve(app, snippetCalls.deleteSnippet, ({ id }, { db, member }) => deleteSnippet(db, id, member));
}

const rightToMove = ({ updatingStatus }: Record<string, unknown>, member: Member) =>
  updatingStatus ? [rightFor({ action: 'move', updatingStatus: updatingStatus as MoveTarget }, member)] : [];
