import { goodsFlags } from 'shared/api/intakeLists';
import type { DeclarationAnswers } from 'shared/api/orderDetails';
import type { Chance } from './chance.ts';
import type { DemoPerson } from './demoPeople.ts';

const occupations = ['Teacher', 'Nurse', 'Software engineer', 'Student', 'Retired', 'Chef', 'Farmer', 'Accountant'];
const purposes = ['Holiday', 'Visiting friends or family', 'Business', 'Study', 'Conference'];
const flights = ['NZ 103', 'QF 141', 'SQ 285', 'EK 448', 'CX 197', 'UA 917', 'FJ 411', 'TG 491'];
const vessels = ['Ovation of the Seas', 'Celebrity Edge', 'Tahitian Princess', 'Kaimoana'];
const identification = [
  'a New Zealand temporary entry class visa',
  'travelling visa waiver and applying for a visitor visa on arrival in New Zealand',
  'an Australian passport or permanent resident visa that allows a return to Australia',
];

/** A whole and plausible declaration for somebody who arrives on `arrival`. */
export function demoDeclaration(chance: Chance, person: DemoPerson, arrival: Date): DeclarationAnswers {
  const yesNo = (probability: number) => (chance.happens(probability) ? 'yes' : 'no');
  const air = chance.happens(0.9);
  const livesThere = chance.happens(0.08) ? 'yes' : 'no';
  const food = yesNo(0.25);
  const gear = yesNo(0.2);
  const cruise = air ? null : yesNo(0.7);
  return {
    date_of_dob: String(chance.between(1, 28)),
    month_of_dob: String(chance.between(1, 12)),
    year_of_dob: String(chance.between(1945, 2006)),
    place_of_birth: person.country,
    current_nationality: person.country,
    passport_number: `${chance.oneOf(['L', 'N', 'P', 'Z'])}${chance.digits(7)}`,
    travel_type: air ? 'air' : 'sea',
    ...dateParts('day_of_arrival', 'month_of_arrival', 'year_of_arrival', arrival),
    flight_number: air ? chance.oneOf(flights) : null,
    departure_form: air ? person.city : null,
    arriving_info: air ? chance.oneOf(['Auckland', 'Christchurch', 'Wellington', 'Queenstown']) : null,
    cruise_trip: cruise,
    vessel_name: cruise === 'yes' ? chance.oneOf(vessels) : null,
    vessel_type: cruise === 'no' ? chance.oneOf(['small_craft', 'commercial_cargo']) : null,
    voyage_crew_application: null,
    voyage_application: cruise === 'no' ? 'passenger' : null,
    short_vessel_name: cruise === 'no' ? 'Kaimoana' : null,
    scheduled_arrival_day: null,
    scheduled_arrival_month: null,
    scheduled_arrival_year: null,
    scheduled_departure_day: null,
    scheduled_departure_month: null,
    scheduled_departure_year: null,
    ...(cruise === 'no'
      ? dateParts(
          'scheduled_arrival_day_cruise_no',
          'scheduled_arrival_month_cruise_no',
          'scheduled_arrival_year_cruise_no',
          arrival,
        )
      : noDate),
    vessel_biosecurity_clearance: cruise === 'no' ? 'yes' : null,
    live_in_new_zealand: livesThere,
    intend_staying_permanently_nz: livesThere === 'no' ? 'no' : null,
    intended_stay_duration_day: livesThere === 'no' ? String(chance.between(3, 28)) : null,
    intended_stay_duration_month: livesThere === 'no' ? '0' : null,
    intended_stay_duration_year: livesThere === 'no' ? '0' : null,
    overseas_country_name: person.country,
    trip_purpose: chance.oneOf(purposes),
    living_country: person.country,
    residential_country: person.country,
    state_province: person.city,
    street: `${chance.between(1, 240)} ${chance.oneOf(['Station Road', 'High Street', 'Harbour View', 'Market Square'])}`,
    city: person.city,
    your_occupation: chance.oneOf(occupations),
    identification_status: chance.oneOf(identification),
    coming_for_medical_treatment: yesNo(0.02),
    deported_removed_excluded: 'no',
    sentenced_to_prison: 'no',
    any_food: food,
    food_options: food === 'yes' ? ['Packaged snacks', 'Honey'].slice(0, chance.between(1, 2)) : [],
    animal_products: yesNo(0.05),
    plant_products: yesNo(0.05),
    equipment_used_with_animals_plants_water: gear,
    equipment_usage: gear === 'yes' ? ['Freshwater'] : [],
    outdoor_gear: gear,
    equipment_item: gear === 'yes' ? ['Hiking boots', 'Fishing rod'].slice(0, chance.between(1, 2)) : [],
    wilderness_or_animal_contact: yesNo(0.15),
    bringing_restricted_medicine: yesNo(0.06),
    bringing_restricted_goods: 'no',
    bringing_restricted_alcohol: yesNo(0.04),
    bringing_restricted_tobacco: yesNo(0.04),
    goods_carried_commercial_use_yes: yesNo(0.03),
    goods_carried_on_behalf: yesNo(0.02),
    cash_more_than_10000: yesNo(0.03),
    familyMember: Array.from({ length: chance.happens(0.2) ? chance.between(1, 3) : 0 }, () => ({
      family_member_name: `${chance.oneOf(['Kai', 'Noa', 'Mia', 'Luca', 'Aroha'])} ${person.last}`,
      family_passport_number: `Z${chance.digits(7)}`,
      family_nationality: person.country,
      family_other_nationalities: null,
      family_relationship: chance.oneOf(['Child', 'Partner', 'Parent']),
    })),
    importingGoods: [Object.fromEntries(goodsFlags.map((flag) => [flag, yesNo(0.03)]))],
  };
}

const noDate = {
  scheduled_arrival_day_cruise_no: null,
  scheduled_arrival_month_cruise_no: null,
  scheduled_arrival_year_cruise_no: null,
};

/** A date in the three parts that the form sends, without leading zeros. */
function dateParts<D extends string, M extends string, Y extends string>(day: D, month: M, year: Y, at: Date) {
  return {
    [day]: String(at.getUTCDate()),
    [month]: String(at.getUTCMonth() + 1),
    [year]: String(at.getUTCFullYear()),
  } as Record<D | M | Y, string>;
}
