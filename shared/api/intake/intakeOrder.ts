/** One order from the application form: rule 17.4. */
import * as v from 'valibot';
import { goodsCategories } from '../../rules/goodsCategories.ts';
import * as kind from './intakeFieldTypes.ts';
import type { DeclarationAnswers } from '../orderDetails.ts';

const { text, multilineText, yesNo, country, numberText, nullish } = kind;
const choices = kind.listOf(text(200), 'texts', 100);
const dayOfMonth = numberText(1, 31);
const month = numberText(1, 12);
const year = numberText(1900, 2199);
const duration = numberText(0, 9999);

/** The fields with their own database columns. */
const columns = v.object(
  {
    order_id: kind.newOrderId,
    first_name: text(200),
    last_name: text(200),
    full_name: v.optional(text(401)),
    email: kind.email,
    confirm_email: nullish(kind.email),
    contact_email_address: nullish(kind.email),
    phone_number: nullish(kind.phoneNumber),
    country_code: nullish(kind.countryCode),
    created_at: v.optional(kind.timestamp, () => new Date().toISOString()),
    processing_date: nullish(kind.day),
    processing_mode: kind.oneOf('standard', 'priority'),
    landing_domain: nullish(kind.domain),
    paid_at: nullish(kind.timestamp),
    amount: nullish(kind.amount),
    currency: nullish(kind.currency),
    order_ip: nullish(kind.ipAddress),
    order_user_agent: nullish(text(1_000)),
  },
  'Required',
);

const familyMember = v.object({
  family_member_name: nullish(text(400)),
  family_passport_number: nullish(text(40)),
  family_nationality: nullish(country),
  family_other_nationalities: nullish(kind.countries),
  family_relationship: nullish(text(100)),
});
const noSuchField = 'Has an unknown field';
const givenMember = v.pipe(
  kind.object,
  v.check((input) => Object.keys(input).every((name) => Object.hasOwn(familyMember.entries, name)), noSuchField),
  v.transform(kind.answeredFields),
  familyMember,
);

/** The flags in the first entry of `importingGoods`, one per category of goods. */
const goodsFlags = goodsCategories.map(({ flag }) => flag);

const givenGoods = v.pipe(
  kind.object,
  v.rawCheck(({ dataset, addIssue }) => {
    const fault = dataset.typed && (flagFault(dataset.value) ?? detailFault(dataset.value, 0));
    if (fault) addIssue({ message: fault });
  }),
);

function flagFault(input: Record<string, unknown>): string | null {
  const answers = kind.answeredFields(input);
  const wrong = goodsFlags.find((name) => answers[name] !== undefined && !v.is(yesNo, answers[name]));
  return wrong ? `${wrong}: Must be yes or no` : null;
}

/** Returns the fault, or null. Each form describes goods in its own way, so only names, texts and size are checked. */
function detailFault(value: unknown, depth: number): string | null {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return null;
  if (typeof value === 'string') return v.safeParse(detail, value).issues?.[0].message ?? null;
  if (depth > maxDetailDepth) return 'Is nested too deeply';
  const entries = Object.entries(value as object);
  if (entries.length > 100) return 'Has too many details';
  for (const [name, one] of entries) {
    if (!Array.isArray(value) && !detailName.test(name)) return noSuchField;
    const fault = detailFault(one, depth + 1);
    if (fault) return fault;
  }
  return null;
}

const detail = multilineText(2_000);
const detailName = /^[A-Za-z][\w .-]{0,63}$/;
const maxDetailDepth = 3;

const answers = {
  date_of_dob: dayOfMonth,
  month_of_dob: month,
  year_of_dob: year,
  place_of_birth: country,
  current_nationality: country,
  passport_number: text(40),
  travel_type: kind.oneOf('air', 'sea'),
  day_of_arrival: dayOfMonth,
  month_of_arrival: month,
  year_of_arrival: year,
  flight_number: text(40),
  departure_form: text(200),
  arriving_info: multilineText(200),
  cruise_trip: yesNo,
  vessel_name: text(200),
  vessel_type: text(100),
  voyage_crew_application: text(100),
  voyage_application: text(100),
  short_vessel_name: text(200),
  scheduled_arrival_day: dayOfMonth,
  scheduled_arrival_month: month,
  scheduled_arrival_year: year,
  scheduled_departure_day: dayOfMonth,
  scheduled_departure_month: month,
  scheduled_departure_year: year,
  scheduled_arrival_day_cruise_no: dayOfMonth,
  scheduled_arrival_month_cruise_no: month,
  scheduled_arrival_year_cruise_no: year,
  vessel_biosecurity_clearance: yesNo,
  live_in_new_zealand: yesNo,
  intend_staying_permanently_nz: yesNo,
  intended_stay_duration_day: duration,
  intended_stay_duration_month: duration,
  intended_stay_duration_year: duration,
  overseas_country_name: country,
  trip_purpose: multilineText(300),
  living_country: country,
  residential_country: country,
  state_province: text(200),
  street: text(300),
  city: text(200),
  your_occupation: text(200),
  identification_status: text(300),
  coming_for_medical_treatment: yesNo,
  deported_removed_excluded: yesNo,
  sentenced_to_prison: yesNo,
  any_food: yesNo,
  food_options: choices,
  animal_products: yesNo,
  plant_products: yesNo,
  equipment_used_with_animals_plants_water: yesNo,
  equipment_usage: choices,
  outdoor_gear: yesNo,
  equipment_item: choices,
  wilderness_or_animal_contact: yesNo,
  bringing_restricted_medicine: yesNo,
  bringing_restricted_goods: yesNo,
  bringing_restricted_alcohol: yesNo,
  bringing_restricted_tobacco: yesNo,
  goods_carried_commercial_use_yes: yesNo,
  goods_carried_on_behalf: yesNo,
  cash_more_than_10000: yesNo,
  familyMember: kind.listOf(givenMember, `objects of ${Object.keys(familyMember.entries).join(', ')}`, 50),
  importingGoods: kind.listOf(
    givenGoods,
    `objects: the flags ${goodsFlags.join(', ')} (yes or no), and details of the goods under the form's field names`,
    100,
  ),
} satisfies { [Name in keyof DeclarationAnswers]: v.GenericSchema<unknown, NonNullable<DeclarationAnswers[Name]>> };

/** The declaration's answers; unanswered fields are absent. */
const declaration = v.object({ ...v.partial(v.object(answers)).entries, travel_type: answers.travel_type }, 'Required');

const entries = { ...columns.entries, ...declaration.entries };

const staffOnlyFields = new Set([
  ...['process_status', 'process_month', 'processed_by', 'assign_to', 'refund_date', 'merchant_name', 'transaction_id'],
  ...['mailHistory', 'uploadDoc', 'downloadHistory', 'remarks'],
]);

/** Dates in three parts. An impossible date is reported under its first part. */
const dateFields = [
  ['date_of_dob', 'month_of_dob', 'year_of_dob'],
  ['day_of_arrival', 'month_of_arrival', 'year_of_arrival'],
  ['scheduled_arrival_day', 'scheduled_arrival_month', 'scheduled_arrival_year'],
  ['scheduled_departure_day', 'scheduled_departure_month', 'scheduled_departure_year'],
  ['scheduled_arrival_day_cruise_no', 'scheduled_arrival_month_cruise_no', 'scheduled_arrival_year_cruise_no'],
] as const satisfies readonly (readonly (keyof DeclarationAnswers)[])[];

export type IntakeOrder = v.InferOutput<typeof columns> & {
  full_name: string;
  answers: v.InferOutput<typeof declaration>;
};

/** Parses an order, or returns an error for each invalid field. */
export function checkOrder(value: unknown): { order: IntakeOrder } | { errors: kind.FieldErrors } {
  if (!v.is(kind.object, value)) return { errors: { order: 'Must be an object' } };
  const input = kind.answeredFields(value);
  const order = v.safeParse(columns, input, kind.abortEarly);
  const answered = v.safeParse(declaration, input, kind.abortEarly);
  const errors: kind.FieldErrors = {
    ...kind.fieldErrors(order.issues),
    ...kind.fieldErrors(answered.issues),
    ...kind.unknownFields(value, entries, (name) =>
      staffOnlyFields.has(name) ? 'Set by staff only' : 'Unknown field',
    ),
  };
  for (const day of dateFields) {
    if (day.some((part) => input[part] === undefined || errors[part])) continue;
    const [dayOfMonth, month, year] = day.map((part) => Number(input[part])) as [number, number, number];
    if (!kind.isRealDay(dayOfMonth, month, year)) errors[day[0]] = 'This date does not exist';
  }
  if (input.amount !== undefined && !errors.amount && input.currency === undefined)
    errors.currency = 'Required with an amount';
  if (!order.success || !answered.success || Object.keys(errors).length > 0) return { errors };
  const { first_name, last_name, full_name = `${first_name} ${last_name}` } = order.output;
  return { order: { ...order.output, full_name, answers: answered.output } };
}

export function claimedOrderId(value: unknown): string | null {
  const id = v.is(kind.object, value) ? value.order_id : null;
  return typeof id === 'string' ? id.slice(0, 18) : null;
}

export const orderDocumentation = kind.documentationSchema(entries);
