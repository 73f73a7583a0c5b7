/** Pure predicates over the answers, which decide whether a field is shown (rule 10.5). */
import type { DeclarationAnswers } from '../api/orderDetails.ts';
import { goodsCategories } from '../rules/goodsCategories.ts';
import { categoryAnswer, goodsItems } from './goods.ts';

type Answers = Readonly<DeclarationAnswers>;

export const isByAir = ({ travel_type }: Answers) => travel_type === 'air';

export const isBySea = ({ travel_type }: Answers) => travel_type === 'sea';

export const isCruise = (order: Answers) => isBySea(order) && order.cruise_trip === 'yes';

export const isOtherVessel = (order: Answers) => isBySea(order) && order.cruise_trip === 'no';

/** Whether the traveller arrives by sea and has not answered the question about a cruise. */
export const isUnknownVessel = (order: Answers) => isBySea(order) && !isCruise(order) && !isOtherVessel(order);

type VoyageQuestion = 'voyage_application' | 'voyage_crew_application';

/** The voyage question for each vessel type (rule 10.11). */
const voyageQuestions: Readonly<Record<string, VoyageQuestion | null>> = {
  commercial_cargo: 'voyage_application',
  commercial_fishing: 'voyage_crew_application',
  commercial_specialist: 'voyage_crew_application',
  nz_defence: 'voyage_crew_application',
  small_craft: null,
};

/** Whether the form asks this question. For an unknown vessel type, whether the question has an answer. */
function asksVoyage(order: Answers, question: VoyageQuestion): boolean {
  if (!isOtherVessel(order)) return false;
  const type = order.vessel_type ?? '';
  return Object.hasOwn(voyageQuestions, type) ? voyageQuestions[type] === question : Boolean(order[question]);
}

export const asksVoyageApplication = (order: Answers) => asksVoyage(order, 'voyage_application');

export const asksCrewApplication = (order: Answers) => asksVoyage(order, 'voyage_crew_application');

const clearedVessels = ['commercial_fishing', 'commercial_specialist', 'nz_defence'];

export function needsBiosecurityClearance(order: Answers): boolean {
  if (!isOtherVessel(order)) return false;
  if (order.vessel_type === 'commercial_cargo') return order.voyage_application === 'passenger';
  return clearedVessels.includes(order.vessel_type ?? '');
}

export const hasStayDuration = (order: Answers) =>
  order.live_in_new_zealand === 'no' && order.intend_staying_permanently_nz === 'no';

/** The values of `identification_status` that decide what is shown (rule 10.4). */
export const identification = {
  temporaryVisa: 'a New Zealand temporary entry class visa',
  visaWaiver: 'travelling visa waiver and applying for a visitor visa on arrival in New Zealand',
  australian: 'an Australian passport or permanent resident visa that allows a return to Australia',
} as const;

const visitors: readonly string[] = [identification.temporaryVisa, identification.visaWaiver];
const identified: readonly string[] = Object.values(identification);

export const asksMedical = (order: Answers) => isByAir(order) && visitors.includes(order.identification_status ?? '');

/** Whether the form asks about deportation and prison. It does for the three values in `identification`. */
export const asksCharacter = ({ identification_status }: Answers) => identified.includes(identification_status ?? '');

export const hasFamily = ({ familyMember }: Answers) => familyMember.length > 0;

/** True even if every answer is No. */
export const hasGoods = (order: Answers) =>
  goodsCategories.some((category) => categoryAnswer(order, category) !== null) || goodsItems(order).length > 0;
