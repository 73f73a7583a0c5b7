import type { DefencePackType } from 'shared/rules/defencePacks';
import type { Database } from '../db/database.ts';
import { verifyOrder } from '../ledger/verifyLedger.ts';
import type { Settings } from '../settings/settings.ts';
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

interface Made {
  db: Database;
  storage: Pick<DocumentStorage, 'get'>;
  settings: Pick<Settings, 'packDocumentPages'>;
}

/** A pack of an order as it is now, with the records that it was made from. Throws 404, 409, 422 and 503. */
export async function readPack({ orderId, defencePackType, by }: Asked, { db, storage, settings }: Made) {
  const sources = await readSources(db, orderId, by);
  const document = await packDocument(sources, { db, storage });
  const fault = await verifyOrder(db, orderId, sources.lastHash ?? undefined);
  const { packDocumentPages: documentPages } = settings;
  const made = await packPdf({ ...sources, defencePackType, documentPages, fault }, document);
  return { records: sources.records, ...made };
}
