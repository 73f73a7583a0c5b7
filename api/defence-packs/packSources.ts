import type { StoredDeclaration } from 'shared/api/orderDetails';
import type { DefencePackType } from 'shared/rules/defencePacks';
import type { OrderStatus } from 'shared/rules/orderStatus';
import type { CountryDatabase } from '../ledger/countryOf.ts';
import type { Fault } from '../ledger/verifyLedger.ts';
import type { Settings } from '../settings/settings.ts';
import type { PackRecords } from './packRecords.ts';

/** What a pack says of an order beside its ledger. */
export interface PackOrder {
  orderId: string;
  status: OrderStatus;
  fullName: string;
  email: string;
  confirmEmail: string | null;
  contactEmailAddress: string | null;
  createdAt: Date;
  landingDomain: string | null;
  processingMode: 'standard' | 'priority';
  /** Decimal number in text. */
  amount: string | null;
  currency: string | null;
  paidAt: Date | null;
  transactionId: string | null;
  merchantName: string | null;
  ip: string | null;
  userAgent: string | null;
  declaration: StoredDeclaration;
}

/** An order of the same e-mail that was paid before, and neither disputed nor refunded, as its history has it. */
export interface EarlierOrder {
  orderId: string;
  createdAt: Date;
  paidAt: Date;
  amount: string | null;
  currency: string | null;
  ip: string | null;
  userAgent: string | null;
}

/** All that a pack is made from: the same sources are the same pack. */
export interface PackSources {
  defencePackType: DefencePackType;
  order: PackOrder;
  records: PackRecords;
  /** Newest first. */
  earlier: readonly EarlierOrder[];
  /** The country of an IP address, of those that are known. */
  places: ReadonlyMap<string, string>;
  countries: CountryDatabase;
  /** When it is made, and by whom. */
  at: Date;
  by: string;
  /** Of the history that it is made from; null: there is none. */
  lastHash: string | null;
  /** The setting for the pages of the document itself; left out: all. */
  documentPages?: Settings['packDocumentPages'];
  /** Where that history is not what was recorded; null: it is whole. */
  fault: Fault | null;
}
