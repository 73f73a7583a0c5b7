import type { Database, Transaction } from '../db/database.ts';
import { settleBouncedAddresses } from './bouncedAddressQueries.ts';
import { mostReports, type MailEventType, type MailReport } from './MailReport.ts';
import { reportedState } from './reportedState.ts';
import {
  findMailEvents,
  hasEnoughReports,
  insertMailEvent,
  lockReportedMail,
  markReported,
  noteDelay,
} from './reportQueries.ts';

/**
 * Writes down what a provider reported of a mail, once, and what follows from that for the mail and its order's address. Of
 * one kind a mail has at most `mostReports`; what comes beyond that changes nothing.
 * Answers false when there is no such mail here.
 */
export function noteReport(db: Database, report: MailReport): Promise<boolean> {
  return db.transaction(async (tx) => {
    const mail = await lockReportedMail(tx, report);
    if (!mail) return false;
    if (!isEvent(report)) await noteDelay(tx, mail.id, report.reason);
    else if (await keeps(tx, mail.id, report)) {
      await markReported(tx, mail.id, reportedState(await findMailEvents(tx, mail.id))!);
      if (mail.orderId) await settleBouncedAddresses(tx, [mail.orderId]);
    }
    return true;
  });
}

/** Whether it is written down: it is not known yet, and there are not very many like it. */
const keeps = async (tx: Transaction, mailId: number, report: MailReport & { type: MailEventType }) =>
  !(await hasEnoughReports(tx, { mailId, type: report.type }, mostReports)) &&
  (await insertMailEvent(tx, mailId, report));

const isEvent = (report: MailReport): report is MailReport & { type: MailEventType } => report.type !== 'delayed';
