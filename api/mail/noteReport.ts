import type { Database } from '../db/database.ts';
import { settleBouncedAddresses } from './bouncedAddressQueries.ts';
import type { MailEventType, MailReport } from './MailReport.ts';
import { reportedState } from './reportedState.ts';
import { findMailEvents, insertMailEvent, lockReportedMail, markReported, noteDelay } from './reportQueries.ts';

/**
 * Writes down what a provider reported of a mail, once, and what follows from that for the mail and its order's address.
 * Answers false when there is no such mail here.
 */
export function noteReport(db: Database, report: MailReport): Promise<boolean> {
  return db.transaction(async (tx) => {
    const mail = await lockReportedMail(tx, report);
    if (!mail) return false;
    if (!isEvent(report)) await noteDelay(tx, mail.id, report.reason);
    else if (await insertMailEvent(tx, mail.id, report)) {
      await markReported(tx, mail.id, reportedState(await findMailEvents(tx, mail.id))!);
      if (mail.orderId) await settleBouncedAddresses(tx, [mail.orderId]);
    }
    return true;
  });
}

const isEvent = (report: MailReport): report is MailReport & { type: MailEventType } => report.type !== 'delayed';
