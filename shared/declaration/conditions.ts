/** What is shown when (rules 10.5): each a pure predicate over the answers. */
import type { DeclarationAnswers } from '../api/orderDetails.ts';

type Answers = Readonly<DeclarationAnswers>;

/** Travels by air. */
export const isByAir = ({ travel_type }: Answers) => travel_type === 'air';

/** Travels by sea. */
export const isBySea = ({ travel_type }: Answers) => travel_type === 'sea';

/** By sea, on a cruise. */
export const isCruise = (order: Answers) => isBySea(order) && order.cruise_trip === 'yes';

/** By sea, and not on a cruise. */
export const isOtherVessel = (order: Answers) => isBySea(order) && order.cruise_trip === 'no';

/** By sea, without a word about a cruise. */
export const isUnknownVessel = (order: Answers) => isBySea(order) && !isCruise(order) && !isOtherVessel(order);

type VoyageQuestion = 'voyage_application' | 'voyage_crew_application';

/** Which question about the voyage a type of vessel asks (rules 10.11). */
const voyageQuestions: Readonly<Record<string, VoyageQuestion | null>> = {
  commercial_cargo: 'voyage_application',
  commercial_fishing: 'voyage_crew_application',
  commercial_specialist: 'voyage_crew_application',
  nz_defence: 'voyage_crew_application',
  small_craft: null,
};

/** Of a type that is not in the table nobody knows what it asks: what was answered is shown. */
function asksVoyage(order: Answers, question: VoyageQuestion): boolean {
  if (!isOtherVessel(order)) return false;
  const type = order.vessel_type ?? '';
  return Object.hasOwn(voyageQuestions, type) ? voyageQuestions[type] === question : Boolean(order[question]);
}

/** The vessel's type asks who travels on it. */
export const asksVoyageApplication = (order: Answers) => asksVoyage(order, 'voyage_application');

/** The vessel's type asks about its crew. */
export const asksCrewApplication = (order: Answers) => asksVoyage(order, 'voyage_crew_application');

const clearedVessels = ['commercial_fishing', 'commercial_specialist', 'nz_defence'];

/** The vessel needs a biosecurity clearance: by its type, or as a cargo vessel with passengers. */
export function needsBiosecurityClearance(order: Answers): boolean {
  if (!isOtherVessel(order)) return false;
  if (order.vessel_type === 'commercial_cargo') return order.voyage_application === 'passenger';
  return clearedVessels.includes(order.vessel_type ?? '');
}

/** The stay ends: both questions are answered, with no home in New Zealand and no wish to stay for good. */
export const hasStayDuration = (order: Answers) =>
  order.live_in_new_zealand === 'no' && order.intend_staying_permanently_nz === 'no';

/** The texts of `identification_status` that decide what is shown (rules 10.4). */
export const identification = {
  temporaryVisa: 'a New Zealand temporary entry class visa',
  visaWaiver: 'travelling visa waiver and applying for a visitor visa on arrival in New Zealand',
  australian: 'an Australian passport or permanent resident visa that allows a return to Australia',
} as const;

const visitors: readonly string[] = [identification.temporaryVisa, identification.visaWaiver];
const identified: readonly string[] = Object.values(identification);

/** The medical question is asked: by air, with the temporary visa or the visa waiver. */
export const asksMedical = (order: Answers) => isByAir(order) && visitors.includes(order.identification_status ?? '');

/** Deportation and prison are asked about: with any of the three identification statuses. */
export const asksCharacter = ({ identification_status }: Answers) => identified.includes(identification_status ?? '');

/** Family members are declared. */
export const hasFamily = ({ familyMember }: Answers) => familyMember.length > 0;

/** Something stands under the goods, be it only that there are none. */
export const hasGoods = ({ importingGoods }: Answers) => importingGoods.length > 0;
