import type { DefencePackType } from 'shared/rules/defencePacks';
import type { CountryDatabase } from '../ledger/countryOf.ts';
import type { Fault } from '../ledger/verifyLedger.ts';
import type { Settings } from '../settings/settings.ts';
import type { PackOrder, PackRecords } from './packRecords.ts';

export type EarlierOrder = Pick<PackOrder, 'orderId' | 'createdAt' | 'amount' | 'currency' | 'ip' | 'userAgent'> & {
  paidAt: Date;
};

export interface PackSources {
  defencePackType: DefencePackType;
  order: PackOrder;
  records: PackRecords;
  earlier: readonly EarlierOrder[];
  places: ReadonlyMap<string, string>;
  countries: CountryDatabase;
  at: Date;
  by: string;
  /** Null if the order has no ledger. */
  lastHash: string | null;
  documentPages?: Settings['packDocumentPages'];
  fault: Fault | null;
}
