import { releasedDocument, type OrderDetails } from '../api/orderDetails.ts';
import { arrival, arrivesSoon } from './arrival.ts';
import { arrivalAnchor } from './arrivalFacts.ts';
import { goodsQuestions } from './goods.ts';
import { goodsItems } from './goodsItems.ts';
import { isYes } from './question.ts';
import type { SectionId } from './sections.ts';
import { tripQuestions } from './tripQuestions.ts';

/** What needs a second look before anything else is done with an order. */
export interface Flag {
  label: string;
  /** The row or the section that it is about. */
  anchor: string;
}

type FlagRule = (order: OrderDetails, now: Date) => Flag | null;

/** The rules of rules 9.21, in their order. */
const flagRules: readonly FlagRule[] = [
  ({ customer_wrote }) => (customer_wrote ? ofSection('messages', 'Customer wrote') : null),
  yesTo('deported_removed_excluded', 'Deported'),
  yesTo('sentenced_to_prison', 'Prison'),
  yesTo('coming_for_medical_treatment', 'Medical treatment'),
  goodsDeclared,
  arrivalIsNear,
  ({ uploadDoc }) =>
    releasedDocument(uploadDoc)?.warnings.length ? ofSection('upload', 'Document does not match') : null,
  ({ email_bounced }) => (email_bounced ? ofSection('emails', 'Address bounced') : null),
];

/** What of this order needs a second look at this moment (rules 9.21). */
export const secondLook = (order: OrderDetails, now: Date): Flag[] =>
  flagRules.flatMap((rule) => rule(order, now) ?? []);

const ofSection = (anchor: SectionId, label: string): Flag => ({ label, anchor });

/** A question of the trip that this order has and answers with Yes. */
function yesTo(field: string, label: string): FlagRule {
  const question = tripQuestions.find((one) => one.field === field)!;
  return (order) => (isYes(question, order) ? { label, anchor: field } : null);
}

/** Leads to the first category that is brought; items without a Yes are declared all the same. */
function goodsDeclared(order: OrderDetails): Flag | null {
  const category = goodsQuestions.find((question) => isYes(question, order));
  if (!category && goodsItems(order).length === 0) return null;
  return { label: 'Goods declared', anchor: category?.field ?? ('goods' satisfies SectionId) };
}

function arrivalIsNear(order: OrderDetails, now: Date): Flag | null {
  if (!arrivesSoon(order, now)) return null;
  return { label: `Arrives ${arrival(order, now)!.distance}`, anchor: arrivalAnchor };
}
