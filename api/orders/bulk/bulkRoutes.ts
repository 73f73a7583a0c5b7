import type { FastifyInstance } from 'fastify';
import { orderCalls } from 'shared/api/orderCalls';
import type { RefundDetails } from 'shared/api/refundDetails';
import type { MoveTarget } from 'shared/rules/orderStatus';
import type { Database } from '../../db/database.ts';
import type { Member } from '../../http/member.ts';
import { serve } from '../../http/serve.ts';
import { rightForFolder } from '../lists/listOrders.ts';
import type { BulkWork } from '../../db/schema/bulkJobs.ts';
import { rightFor } from '../plans/planRights.ts';
import { unchosenProvider } from '../../mail/unchosenProvider.ts';
import { actOnOrders, type BulkTarget } from './actOnOrders.ts';
import { bulkProgress } from './bulkProgress.ts';
import { cancelBulk } from './cancelBulk.ts';
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
  serve(app, orderCalls.bulkProgress, ({ jobId }, { db, member }) => bulkProgress(db, jobId, member));
  serve(app, orderCalls.cancelBulk, ({ jobId }, { db, member }) => cancelBulk(db, jobId, member));
}
