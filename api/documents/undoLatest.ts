import { isBulkResult, type orderCalls } from 'shared/api/orderCalls';
import type { Database } from '../db/database.ts';
import { Refusal } from '../http/Refusal.ts';
import type { Context, Reply } from '../http/serve.ts';
import { runningJobOf } from '../orders/bulk/bulkJobQueries.ts';
import { undoAction } from '../orders/bulk/undoAction.ts';
import { findNewestAction, markTakenBack } from '../orders/plans/undoQueries.ts';
import { cancelWaitingMail } from './documentMail.ts';

type UndoCall = typeof orderCalls.undoLatest;

/**
 * Takes back a member's newest waiting mail; without one, their last action that is not taken back yet. If nothing of that
 * action can be taken back any more, the answer says why, and the next call goes on to the action before it.
 */
export async function undoLatest(_: object, { db, member }: Context<UndoCall>): Promise<Reply<UndoCall>> {
  const mail = await db.transaction((tx) => cancelWaitingMail(tx, { askedBy: member.id }, member));
  if (mail) return { message: mail.message, data: { ...nothing, undone: mail.data } };
  const actionId = await findNewestAction(db, member.id);
  if (actionId === null) return { message: 'There is nothing to undo.', data: null };
  const running = await runningJobOf(db, actionId);
  if (running === 'action') return { message: 'What you began last is still being done.', data: null };
  if (running === 'undo') return { message: 'What you did last is still being taken back.', data: null };
  const { message, data } = await undoOrPass(db, actionId, member);
  return { message, data: { ...data, undone: { actionId } } };
}

const nothing = { done: [], failed: [], actionId: null };

/** An action that others have changed in whole since is in the way of no Undo from now on. */
async function undoOrPass(db: Database, actionId: string, member: Context<UndoCall>['member']) {
  try {
    return await undoAction(db, actionId, member);
  } catch (error) {
    if (!(error instanceof Refusal) || error.httpStatus !== 409) throw error;
    const { data } = error;
    if (!isBulkResult(data)) throw error;
    await db.transaction((tx) => markTakenBack(tx, actionId));
    return { message: error.message, data };
  }
}
