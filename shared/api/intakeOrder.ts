/** One order as the application form sends it: rules 17.4, validated to the last field. */
import * as v from 'valibot';
import * as kind from './intakeFields.ts';
import { familyMembers, importingGoods } from './intakeLists.ts';
import type { DeclarationAnswers } from './orderDetails.ts';

const { yesNo, country, text, lines, Wrong } = kind;
const choices = kind.listOf(text(200).read, 'texts', 100);
const dayOfMonth = kind.numberText(1, 31);
const month = kind.numberText(1, 12);
const year = kind.numberText(1900, 2199);
const duration = kind.numberText(0, 9999);

/** What is kept in columns of its own. */
const columns = {
  order_id: kind.newOrderId,
  first_name: text(200),
  last_name: text(200),
  full_name: text(401),
  email: kind.email,
  confirm_email: kind.email,
  contact_email_address: kind.email,
  phone_number: kind.phoneNumber,
  country_code: kind.countryCode,
  created_at: kind.moment,
  processing_date: kind.day,
  processing_mode: kind.oneOf('standard', 'priority'),
  landing_domain: kind.domain,
  paid_at: kind.moment,
  amount: kind.amount,
  currency: kind.currency,
  order_ip: kind.address,
  order_user_agent: text(1_000),
};

/** The declaration's answers. */
const answers: { [Name in keyof DeclarationAnswers]: kind.FieldKind<NonNullable<DeclarationAnswers[Name]>> } = {
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
  arriving_info: lines(200),
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
  trip_purpose: lines(300),
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
  familyMember: familyMembers,
  importingGoods,
};

const requiredFields = ['order_id', 'first_name', 'last_name', 'email', 'processing_mode', 'travel_type'];

/** What only the desk writes. */
const ofTheDesk = new Set([
  ...['process_status', 'process_month', 'processed_by', 'assign_to', 'refund_date', 'merchant_name', 'transaction_id'],
  ...['mailHistory', 'uploadDoc', 'downloadHistory', 'remarks'],
]);

/** Days that come in three parts, and the field under which an impossible one is told. */
const partedDays = [
  ['date_of_dob', 'month_of_dob', 'year_of_dob'],
  ['day_of_arrival', 'month_of_arrival', 'year_of_arrival'],
  ['scheduled_arrival_day', 'scheduled_arrival_month', 'scheduled_arrival_year'],
  ['scheduled_departure_day', 'scheduled_departure_month', 'scheduled_departure_year'],
  ['scheduled_arrival_day_cruise_no', 'scheduled_arrival_month_cruise_no', 'scheduled_arrival_year_cruise_no'],
] as const satisfies readonly (readonly (keyof DeclarationAnswers)[])[];

type Columns = typeof columns;
type ReadColumn<Name extends keyof Columns> = Exclude<ReturnType<Columns[Name]['read']>, kind.Wrong>;
/** What every order has in the end, given or not. */
type Always = 'order_id' | 'first_name' | 'last_name' | 'full_name' | 'email' | 'created_at' | 'processing_mode';

/** A valid order. `answers` holds what was answered and nothing else. */
export type IntakeOrder = { [Name in Always]: ReadColumn<Name> } & {
  [Name in Exclude<keyof Columns, Always>]: ReadColumn<Name> | null;
} & { answers: Partial<DeclarationAnswers> };

/** A valid order, or field → text: everything that is wrong with it. */
export type CheckedOrder = { order: IntakeOrder } | { errors: Record<string, string> };

/** By length and letters, as the database sorts the keys of a document: what comes sorted costs it a third less. */
const fields = Object.entries<kind.FieldKind>({ ...columns, ...answers })
  .map(([name, field]) => ({ name, read: field.read, ofColumn: Object.hasOwn(columns, name) }))
  .sort((one, other) => one.name.length - other.name.length || (one.name < other.name ? -1 : 1));
const isField = new Set(fields.map(({ name }) => name));

/**
 * What orders are filled into. An object that has all its places from the start, as those of JSON.parse have, is filled
 * several times faster than one that grows. JSON leaves out what is undefined.
 */
const noColumns = JSON.parse(JSON.stringify({ ...nothingIn(columns), answers: null })) as Record<string, unknown>;
const noAnswers = JSON.parse(JSON.stringify(nothingIn(answers))) as Record<string, unknown>;
for (const name of Object.keys(noAnswers)) noAnswers[name] = undefined;

/** The table's fields in the order in which they are filled, each null. */
function nothingIn(table: object) {
  return Object.fromEntries(fields.filter(({ name }) => Object.hasOwn(table, name)).map(({ name }) => [name, null]));
}

/** Without a prototype: a field may be called `__proto__`. */
const noErrors = () => Object.create(null) as Record<string, string>;

/**
 * Reads one order to the last field. Written for speed, a million orders pass here in one import: a loop over the table,
 * and nothing made but the result.
 */
export function checkOrder(value: unknown, now: Date): CheckedOrder {
  const given = kind.asObject(value);
  if (!given) return { errors: { order: 'Must be an object' } };
  const read: Record<string, unknown> = { ...noColumns };
  const answered: Record<string, unknown> = { ...noAnswers };
  let errors: Record<string, string> | null = null;
  let known = 0;
  for (const { name, read: readField, ofColumn } of fields) {
    let one = given[name];
    if (one === undefined) continue;
    known++;
    if (typeof one === 'string') one = one.trim();
    if (one === null || one === '') continue;
    const result = readField(one);
    if (result instanceof Wrong) (errors ??= noErrors())[name] = result.text;
    else (ofColumn ? read : answered)[name] = result;
  }
  for (const name of requiredFields) {
    if (kind.isBlank(given[name])) (errors ??= noErrors())[name] = kind.required.text;
  }
  for (const [dayPart, monthPart, yearPart] of partedDays) {
    const dayOfMonth = answered[dayPart];
    // The 28th and all before it are in every month.
    if (dayOfMonth === undefined || Number(dayOfMonth) <= 28) continue;
    const month = answered[monthPart];
    const year = answered[yearPart];
    if (month && year && !kind.isRealDay(Number(dayOfMonth), Number(month), Number(year))) {
      (errors ??= noErrors())[dayPart] = 'There is no such day';
    }
  }
  if (read.amount !== null && kind.isBlank(given.currency)) {
    (errors ??= noErrors()).currency = 'Required with an amount';
  }
  for (const name of ['created_at', 'paid_at']) {
    const at = read[name] as Date | null;
    const fault = at && kind.momentFault(at, now);
    if (fault) (errors ??= noErrors())[name] = fault;
  }
  if (Object.keys(given).length > known) {
    for (const name of Object.keys(given)) {
      if (isField.has(name)) continue;
      (errors ??= noErrors())[name.slice(0, 64)] = ofTheDesk.has(name)
        ? 'Only the desk writes this'
        : 'There is no such field';
    }
  }
  if (errors) return { errors };
  read.full_name ??= `${String(read.first_name)} ${String(read.last_name)}`;
  read.created_at ??= now;
  read.answers = answered;
  return { order: read as IntakeOrder };
}

/** The id that a refused order gave itself, as far as it can be told. */
export function givenOrderId(value: unknown): string | null {
  const id = kind.asObject(value)?.order_id;
  return typeof id === 'string' ? id.slice(0, 18) : null;
}

/** For the contract: every field and what it may hold. It lets all pass; `checkOrder` judges each order by itself. */
export const orderDocumentation = v.looseObject(
  Object.fromEntries(
    Object.entries<kind.FieldKind>({ ...columns, ...answers }).map(([name, { says }]) => [
      name,
      v.optional(v.pipe(v.unknown(), v.description(requiredFields.includes(name) ? `Required. ${says}` : says))),
    ]),
  ),
);
