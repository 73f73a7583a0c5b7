import type { Database } from '../db/database.ts';
import { noteReport } from '../mail/noteReport.ts';
import { sendgridReports } from './sendgridReports.ts';

/**
 * Notes what SendGrid reports in one batch. Each report is a transaction of its own: when one fails the batch comes again
 * as a whole, and what was noted is known.
 */
export async function hearSendgrid(db: Database, body: string): Promise<void> {
  for (const report of sendgridReports(body)) await noteReport(db, report);
}
