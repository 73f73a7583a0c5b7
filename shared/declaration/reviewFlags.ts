import { releasedDocument, type OrderDetails } from '../api/orderDetails.ts';
import { arrivalAnchor, arrivalFlag } from './arrival.ts';
import { goodsItems, goodsQuestions } from './goods.ts';
import { isYes } from './fact.ts';
import type { SectionId } from './sections.ts';
import { tripQuestions } from './tripQuestions.ts';

export interface Flag {
  label: string;
  anchor: string;
  /** Shown in red: it is too late, or something has failed. */
  isSevere?: boolean;
}

type FlagRule = (order: OrderDetails, now: Date) => Flag | null;

/** In the order of rule 9.21. */
const flagRules: readonly FlagRule[] = [
  ({ customer_wrote }) => (customer_wrote ? ofSection('messages', 'Customer message') : null),
  yesTo('deported_removed_excluded', 'Deported'),
  yesTo('sentenced_to_prison', 'Prison'),
  yesTo('coming_for_medical_treatment', 'Medical treatment'),
  goodsDeclared,
  (order, now) => {
    const flag = arrivalFlag(order, now);
    return flag && { ...flag, anchor: arrivalAnchor };
  },
  ({ uploadDoc }) =>
    releasedDocument(uploadDoc)?.warnings.length ? ofSection('upload', 'Document does not match') : null,
  ({ email_bounced }) => (email_bounced ? { ...ofSection('emails', 'Email bounced'), isSevere: true } : null),
];

export const reviewFlags = (order: OrderDetails, now: Date): Flag[] =>
  flagRules.flatMap((rule) => rule(order, now) ?? []);

const ofSection = (anchor: SectionId, label: string): Flag => ({ label, anchor });

function yesTo(field: string, label: string): FlagRule {
  const question = tripQuestions.find((one) => one.field === field)!;
  return (order) => (isYes(question, order) ? { label, anchor: field } : null);
}

/** Links to the first category answered Yes, or else to the section. */
function goodsDeclared(order: OrderDetails): Flag | null {
  const category = goodsQuestions.find((question) => isYes(question, order));
  if (!category && goodsItems(order).length === 0) return null;
  return { label: 'Goods declared', anchor: category?.field ?? ('goods' satisfies SectionId) };
}
