import type { orderCalls } from 'shared/api/orderCalls';
import { isBulkResult } from 'shared/api/orderCalls';
import type { Database, Transaction } from '../db/database.ts';
import { HttpError } from '../http/HttpError.ts';
import type { Context, Handler, Reply } from '../http/serve.ts';
import type { Member } from '../http/session.ts';
import { runningJobOf } from '../orders/bulk/bulkJobs.ts';
import { undoAction } from '../orders/bulk/bulkRoutes.ts';
import { changeOrders } from '../orders/bulk/changeOrders.ts';
import { undoPlan } from '../orders/plans/undo.ts';
import {
  findActionSinceMail,
  findNewestAction,
  findQuestion,
  kindsOfAction,
  markUndone,
} from '../orders/plans/undoLog.ts';
import { undoNewestMail, withdrawWithMail } from './mailActions.ts';

type UndoCall = typeof orderCalls.undoLatest;

export const undo: Handler<typeof orderCalls.undo> = ({ actionId }, { db, member }) =>
  undoWithQuestion(db, actionId, member);

/** Undoes the action, and withdraws its question if the question's mail still waits (rule 12.27). */
const undoWithQuestion = (db: Database, actionId: string, member: Member) =>
  db.transaction(async (tx) => {
    const question = await findQuestion(tx, { actionId, memberId: member.id });
    if (question) await withdrawWithMail(tx, question, member);
    return undoAction(tx, actionId, member);
  });

/**
 * Cancels the member's newest waiting mail, or withdraws a newer message added to a waiting mail. If neither exists,
 * undoes their last action. If that Undo fails with 409, the answer says why, and the next call skips the action.
 */
export async function undoLatest(_: object, { db, member }: Context<UndoCall>): Promise<Reply<UndoCall>> {
  const mail = await db.transaction(async (tx) => {
    const undone = await undoNewestMail(tx, member);
    if (!undone) return null;
    const { message, data } = undone;
    return (await undoDependentMove(tx, undone, member)) ?? { message, data: { ...nothing, undone: data } };
  });
  if (mail) return mail;
  const actionId = await findNewestAction(db, member.id);
  if (actionId === null) return { message: 'There is nothing to undo.', data: null };
  const running = await runningJobOf(db, actionId);
  if (running === 'action') return { message: 'Your last action is still running.', data: null };
  if (running === 'undo') return { message: 'Your last action is still being undone.', data: null };
  const { message, data } = await undoOrPass(db, actionId, member);
  return { message, data: { ...data, undone: { actionId } } };
}

/**
 * Undoes the move that was made with the withdrawn question, or the member's move to Completed after mailing the
 * withdrawn document. Null if there is no such move, or if somebody else has changed the order since.
 */
async function undoDependentMove(tx: Transaction, { withdrawn, data }: UndoneMail, member: Member) {
  const last = await findActionSinceMail(tx, { ...data, memberId: member.id });
  if (!last) return null;
  const { actionId, status } = last;
  const action = { actionId, memberId: member.id };
  const depends =
    withdrawn === 'document'
      ? status === 'Completed' && (await kindsOfAction(tx, action)).includes('move')
      : withdrawn === 'question' && (await findQuestion(tx, action))?.withdrawnAt;
  if (!depends) return null;
  try {
    const { orderId, mailId } = data;
    const plan = await undoPlan(tx, actionId, member);
    const { message, data: changed } = await changeOrders(tx, { orderIds: [orderId], plan, member });
    await markUndone(tx, actionId);
    const also = withdrawn === 'document' ? ' The email was cancelled and its document was withdrawn.' : '';
    return { message: message + also, data: { ...changed, undone: { actionId, mailId } } };
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}

type UndoneMail = NonNullable<Awaited<ReturnType<typeof undoNewestMail>>>;

const nothing = { done: [], failed: [], actionId: null };

/** If Undo fails with 409 for the action's orders, the next Undo skips the action. */
async function undoOrPass(db: Database, actionId: string, member: Member) {
  try {
    return await undoWithQuestion(db, actionId, member);
  } catch (error) {
    if (!(error instanceof HttpError) || error.httpStatus !== 409) throw error;
    const { data } = error.details;
    if (!isBulkResult(data)) throw error;
    await db.transaction((tx) => markUndone(tx, actionId));
    return { message: error.message, data };
  }
}
