import type { DeclarationAnswers } from '../api/orderDetails.ts';
import { declarationOf } from '../testing/orders.ts';
import {
  asksCharacter,
  asksCrewApplication,
  asksMedical,
  asksVoyageApplication,
  hasFamily,
  hasGoods,
  hasStayDuration,
  identification,
  isByAir,
  isBySea,
  isCruise,
  isOtherVessel,
  needsBiosecurityClearance,
} from './conditions.ts';

type Answers = Partial<DeclarationAnswers>;
type Case = [answers: Answers, expected: boolean];

const air: Answers = { travel_type: 'air' };
const cruise: Answers = { travel_type: 'sea', cruise_trip: 'yes' };
const vessel = (vessel_type: string | null, more: Answers = {}): Answers => ({
  travel_type: 'sea',
  cruise_trip: 'no',
  vessel_type,
  ...more,
});
const { temporaryVisa, visaWaiver, australian } = identification;

function holds(name: string, condition: (answers: DeclarationAnswers) => boolean, cases: readonly Case[]) {
  test.each(cases)(`${name}: %j is %p`, (answers, expected) => {
    expect(condition(declarationOf(answers))).toBe(expected);
  });
}

holds('by air', isByAir, [
  [air, true],
  [cruise, false],
  [{}, false],
]);

holds('by sea', isBySea, [
  [cruise, true],
  [air, false],
  [{}, false],
]);

holds('a cruise', isCruise, [
  [cruise, true],
  [vessel(null), false],
  [{ travel_type: 'sea' }, false],
  [{ ...air, cruise_trip: 'yes' }, false],
]);

holds('another vessel', isOtherVessel, [
  [vessel(null), true],
  [cruise, false],
  [{ travel_type: 'sea' }, false],
  [{ ...air, cruise_trip: 'no' }, false],
]);

holds('the voyage is asked about', asksVoyageApplication, [
  [vessel('commercial_cargo'), true],
  [vessel('commercial_fishing'), false],
  [vessel('commercial_specialist'), false],
  [vessel('nz_defence'), false],
  [vessel('small_craft', { voyage_application: 'passenger' }), false],
  [vessel('submarine'), false],
  [vessel('submarine', { voyage_application: 'passenger' }), true],
  [vessel('constructor'), false],
  [{ ...cruise, vessel_type: 'commercial_cargo' }, false],
]);

holds('the crew is asked about', asksCrewApplication, [
  [vessel('commercial_fishing'), true],
  [vessel('commercial_specialist'), true],
  [vessel('nz_defence'), true],
  [vessel('commercial_cargo'), false],
  [vessel('small_craft', { voyage_crew_application: 'crew' }), false],
  [vessel(null), false],
  [vessel(null, { voyage_crew_application: 'crew' }), true],
  [{ ...air, vessel_type: 'nz_defence' }, false],
]);

holds('the biosecurity clearance', needsBiosecurityClearance, [
  [vessel('commercial_fishing'), true],
  [vessel('commercial_specialist'), true],
  [vessel('nz_defence'), true],
  [vessel('commercial_cargo', { voyage_application: 'passenger' }), true],
  [vessel('commercial_cargo', { voyage_application: 'crew' }), false],
  [vessel('commercial_cargo'), false],
  [vessel('small_craft', { voyage_application: 'passenger' }), false],
  [vessel('submarine'), false],
  [{ ...cruise, vessel_type: 'nz_defence' }, false],
  [{ ...air, vessel_type: 'nz_defence' }, false],
]);

holds('the stay has an end', hasStayDuration, [
  [{ live_in_new_zealand: 'no', intend_staying_permanently_nz: 'no' }, true],
  [{}, false],
  [{ live_in_new_zealand: 'no' }, false],
  [{ intend_staying_permanently_nz: 'no' }, false],
  [{ live_in_new_zealand: 'yes', intend_staying_permanently_nz: 'no' }, false],
  [{ live_in_new_zealand: 'no', intend_staying_permanently_nz: 'yes' }, false],
]);

holds('the medical question', asksMedical, [
  [{ ...air, identification_status: temporaryVisa }, true],
  [{ ...air, identification_status: visaWaiver }, true],
  [{ ...air, identification_status: australian }, false],
  [{ ...air, identification_status: 'another' }, false],
  [air, false],
  [{ ...cruise, identification_status: temporaryVisa }, false],
]);

holds('deportation and prison', asksCharacter, [
  [{ ...air, identification_status: temporaryVisa }, true],
  [{ ...cruise, identification_status: visaWaiver }, true],
  [{ identification_status: australian }, true],
  [{ identification_status: 'another' }, false],
  [{}, false],
]);

holds('a family', hasFamily, [
  [{ familyMember: [] }, false],
  [
    {
      familyMember: [
        {
          family_member_name: 'Kai Tane',
          family_passport_number: null,
          family_nationality: null,
          family_other_nationalities: null,
          family_relationship: null,
        },
      ],
    },
    true,
  ],
]);

holds('goods', hasGoods, [
  [{ importingGoods: [] }, false],
  [{ importingGoods: [{}] }, false],
  [{ importingGoods: [{ Animalsoption: '' }] }, false],
  [{ importingGoods: [{ Animalsoption: 'no' }] }, true],
  [{ importingGoods: [{}, { description: 'Rug' }] }, true],
]);
