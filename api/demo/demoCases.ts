import type { StoredDeclaration } from 'shared/api/orderDetails';
import { identification } from 'shared/declaration/conditions';
import { demoGoods } from './demoGoods.ts';

const vessel = (vessel_type: string, more: StoredDeclaration = {}): StoredDeclaration => ({
  travel_type: 'sea',
  cruise_trip: 'no',
  vessel_type,
  ...more,
});

const { temporaryVisa, visaWaiver, australian } = identification;
const byAir = (identification_status: string, more: StoredDeclaration = {}): StoredDeclaration => ({
  travel_type: 'air',
  identification_status,
  ...more,
});

const allYes: StoredDeclaration = {
  ...{ any_food: 'yes', animal_products: 'yes', plant_products: 'yes', wilderness_or_animal_contact: 'yes' },
  ...{ equipment_used_with_animals_plants_water: 'yes', outdoor_gear: 'yes', cash_more_than_10000: 'yes' },
  ...{ bringing_restricted_medicine: 'yes', bringing_restricted_goods: 'yes', bringing_restricted_alcohol: 'yes' },
  ...{ bringing_restricted_tobacco: 'yes', goods_carried_commercial_use_yes: 'yes', goods_carried_on_behalf: 'yes' },
};

const relative = (names: string, family_nationality: string, family_other_nationalities: string | null = null) => {
  const [family_member_name = '', family_relationship = '', family_passport_number = null] = names.split('|');
  return {
    family_member_name,
    family_relationship,
    family_passport_number,
    family_nationality,
    family_other_nationalities,
  };
};

/** Declarations of which each shows rows that few orders have: together they show every row there is, and hide it again. */
export const demoCases: readonly StoredDeclaration[] = [
  byAir(temporaryVisa, { coming_for_medical_treatment: 'yes', bringing_restricted_medicine: 'yes' }),
  byAir(visaWaiver, { deported_removed_excluded: 'yes' }),
  byAir(australian, { sentenced_to_prison: 'yes' }),
  byAir(temporaryVisa, {
    coming_for_medical_treatment: 'yes',
    deported_removed_excluded: 'yes',
    sentenced_to_prison: 'yes',
  }),
  { travel_type: 'sea', cruise_trip: 'yes' },
  { travel_type: 'sea', cruise_trip: 'yes', vessel_name: 'Hurtigruten MS Fridtjof Nansen of the Southern Ocean' },
  vessel('commercial_cargo', { voyage_application: 'passenger', vessel_biosecurity_clearance: 'yes' }),
  vessel('commercial_cargo', { voyage_application: 'crew' }),
  vessel('commercial_fishing', { voyage_crew_application: 'yes', vessel_biosecurity_clearance: 'no' }),
  vessel('commercial_specialist', { voyage_crew_application: 'no', vessel_biosecurity_clearance: 'yes' }),
  vessel('nz_defence', { voyage_crew_application: 'yes', vessel_biosecurity_clearance: 'yes' }),
  vessel('small_craft', { short_vessel_name: 'Te Aurere' }),
  vessel('Superyacht', { voyage_application: 'passenger', short_vessel_name: 'Ondine' }),
  { live_in_new_zealand: 'yes', your_occupation: 'Kiwifruit grower' },
  { live_in_new_zealand: 'no', intend_staying_permanently_nz: 'yes' },
  { intended_stay_duration_day: '1', intended_stay_duration_month: '6', intended_stay_duration_year: '1' },
  {
    ...allYes,
    food_options: '["Dried mushrooms", "Honey", "干贝", "Beef jerky"]',
    equipment_usage: '["Farm work", "Freshwater fishing"]',
    equipment_item: '["Waders", "Hiking boots", "Tent"]',
  },
  { any_food: 'yes', food_options: '[]', outdoor_gear: 'yes', equipment_item: [] },
  {
    trip_purpose: 'Visiting family in Ōtautahi.\nThen a wedding in Whanganui.',
    street: `${'14/3 Example Towers, 5th Cross Road, '.repeat(6)}Indiranagar`,
    arriving_info: 'Auckland,\nthen on to Christchurch',
  },
  {
    familyMember: [
      relative('Siobhán Ní Mhaoldhomhnaigh-Raghunathan-Krishnamurthy|Spouse|Z0000316', 'Ireland', 'United Kingdom'),
      relative('ليلى حداد|Child|Z0000317', 'United Arab Emirates'),
      relative('山田 花子|Parent|Z0000318', 'Japan', 'Brazil, Peru'),
      relative('Hēmi|Child', 'New Zealand'),
    ],
  },
  // What a form that was left half empty sends.
  { ...unansweredTrip(), familyMember: [], importingGoods: [] },
  ...demoGoods.map((importingGoods) => ({ importingGoods })),
];

function unansweredTrip(): StoredDeclaration {
  const none = Object.fromEntries(Object.keys(allYes).map((field) => [field, null]));
  return {
    ...none,
    ...{ travel_type: 'sea', cruise_trip: null, identification_status: null, trip_purpose: null, street: null },
    ...{ live_in_new_zealand: null, intend_staying_permanently_nz: null, passport_number: null },
  };
}
