import type { StoredDeclaration } from 'shared/api/orderDetails';
import { goodsCategories } from 'shared/declaration/goods';
import { identification } from 'shared/declaration/conditions';
import type { Chance } from './chance.ts';
import type { DemoPerson } from './demoPeople.ts';
import { demoTravel } from './demoTravel.ts';

const occupations = ['Teacher', 'Nurse', 'Software engineer', 'Student', 'Retired', 'Chef', 'Farmer', 'Accountant'];
const purposes = ['Holiday', 'Visiting friends or family', 'Business', 'Study', 'Conference'];
const streets = ['Station Road', 'High Street', 'Harbour View', 'Market Square'];

/** A whole and plausible declaration for somebody who arrives on `arrival`; what is `given` is declared so. */
export function demoDeclaration(
  chance: Chance,
  person: DemoPerson,
  arrival: Date,
  given: StoredDeclaration = {},
): StoredDeclaration {
  return {
    date_of_dob: String(chance.between(1, 28)),
    month_of_dob: String(chance.between(1, 12)),
    year_of_dob: String(chance.between(1945, 2006)),
    place_of_birth: person.country,
    current_nationality: person.country,
    passport_number: `${chance.oneOf(['L', 'N', 'P', 'Z'])}${chance.digits(7)}`,
    ...demoTravel(chance, person, arrival, given),
    ...demoStay(chance, person),
    identification_status: chance.oneOf(Object.values(identification)),
    ...demoAnswers(chance),
    familyMember: Array.from({ length: chance.happens(0.2) ? chance.between(1, 3) : 0 }, () => ({
      family_member_name: `${chance.oneOf(['Kai', 'Noa', 'Mia', 'Luca', 'Aroha'])} ${person.last}`,
      family_passport_number: `Z${chance.digits(7)}`,
      family_nationality: person.country,
      family_other_nationalities: null,
      family_relationship: chance.oneOf(['Child', 'Partner', 'Parent']),
    })),
    importingGoods: [Object.fromEntries(goodsCategories.map(({ flag }) => [flag, yesNo(chance, 0.01)]))],
    ...given,
  };
}

const yesNo = (chance: Chance, probability: number) => (chance.happens(probability) ? 'yes' : 'no');

/** How long they stay, and where they are at home. */
function demoStay(chance: Chance, person: DemoPerson): StoredDeclaration {
  const livesThere = chance.happens(0.08);
  const stay = {
    intend_staying_permanently_nz: 'no',
    intended_stay_duration_day: String(chance.between(3, 28)),
    intended_stay_duration_month: '0',
    intended_stay_duration_year: '0',
  };
  return {
    live_in_new_zealand: livesThere ? 'yes' : 'no',
    ...(livesThere ? {} : stay),
    overseas_country_name: person.country,
    trip_purpose: chance.oneOf(purposes),
    living_country: person.country,
    residential_country: person.country,
    state_province: person.city,
    street: `${chance.between(1, 240)} ${chance.oneOf(streets)}`,
    city: person.city,
    your_occupation: chance.oneOf(occupations),
  };
}

/** What most answer with No. */
function demoAnswers(chance: Chance): StoredDeclaration {
  const food = yesNo(chance, 0.25);
  const gear = yesNo(chance, 0.2);
  return {
    coming_for_medical_treatment: yesNo(chance, 0.02),
    deported_removed_excluded: 'no',
    sentenced_to_prison: 'no',
    any_food: food,
    food_options: food === 'yes' ? ['Packaged snacks', 'Honey'].slice(0, chance.between(1, 2)) : [],
    animal_products: yesNo(chance, 0.05),
    plant_products: yesNo(chance, 0.05),
    equipment_used_with_animals_plants_water: gear,
    equipment_usage: gear === 'yes' ? ['Freshwater'] : [],
    outdoor_gear: gear,
    equipment_item: gear === 'yes' ? ['Hiking boots', 'Fishing rod'].slice(0, chance.between(1, 2)) : [],
    wilderness_or_animal_contact: yesNo(chance, 0.15),
    bringing_restricted_medicine: yesNo(chance, 0.06),
    bringing_restricted_goods: 'no',
    bringing_restricted_alcohol: yesNo(chance, 0.04),
    bringing_restricted_tobacco: yesNo(chance, 0.04),
    goods_carried_commercial_use_yes: yesNo(chance, 0.03),
    goods_carried_on_behalf: yesNo(chance, 0.02),
    cash_more_than_10000: yesNo(chance, 0.03),
  };
}
