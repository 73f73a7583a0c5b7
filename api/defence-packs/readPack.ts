import type { DefencePackType } from 'shared/rules/defencePacks';
import type { Database } from '../db/database.ts';
import { verifyOrder } from '../ledger/verifyLedger.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import { packDocument } from './packDocument.ts';
import { packPdf } from './packPdf.ts';
import { readSources } from './readSources.ts';

interface Asked {
  orderId: string;
  defencePackType: DefencePackType;
  /** Their name stands in the pack. */
  by: string;
}

/** A pack of an order as it is now, with the records that it was made from. Throws 404, 409, 422 and 503. */
export async function readPack(
  { orderId, defencePackType, by }: Asked,
  { db, storage }: { db: Database; storage: Pick<DocumentStorage, 'get'> },
) {
  const sources = await readSources(db, orderId, by);
  const document = await packDocument(sources, { db, storage });
  const fault = await verifyOrder(db, orderId, sources.lastHash ?? undefined);
  return { records: sources.records, ...(await packPdf({ ...sources, defencePackType, fault }, document)) };
}
