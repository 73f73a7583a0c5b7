/** One order as a flat object (rules 9.9). */
import * as v from 'valibot';
import { isoTimestamp, mailProviders } from './fields/fields.ts';
import { orderRow } from './orderRow.ts';
import { refundDetails } from './refundDetails.ts';
import { accessOrigins } from '../rules/accessOrigin.ts';

const text = v.nullable(v.string());
/** A list, or its JSON text (`choicesOf`). */
const choices = v.union([v.array(v.string()), text]);

export const remarkEntry = v.object({
  id: v.number(),
  order_id: v.string(),
  /** MM-DD-YYYY and h:mm:ss in America/New_York. */
  us_date: v.string(),
  us_time: v.string(),
  created_at: isoTimestamp,
  remark_name: v.string(),
  remark: v.string(),
  whatsapp: v.string(),
  telephone: v.string(),
  status_refund: v.string(),
  voided: v.string(),
  chargeback: v.string(),
  report_error: v.string(),
});
export type RemarkEntry = v.InferOutput<typeof remarkEntry>;

export const mailKinds = ['approval', 'refund', 'invoice', 'question', 'reply'] as const;
/** Events that a mail provider reports. */
export const mailEventTypes = ['delivered', 'opened', 'bounced', 'complained'] as const;
/** `cancelled` means before sending, and `unknown` that it may have been sent. A provider reports `mailEventTypes`. */
export const mailStates = ['queued', 'cancelled', 'sent', 'failed', 'unknown', ...mailEventTypes] as const;

export const mailEntry = v.object({
  id: v.number(),
  order_id: v.string(),
  create_ts: isoTimestamp,
  kind: v.picklist(mailKinds),
  recipient: v.string(),
  state: v.picklist(mailStates),
  /** When a queued mail is sent; null if at once. */
  due_at: v.nullable(isoTimestamp),
  reason: text,
  message_id: text,
  /** Null if the mail was sent automatically. */
  sent_by: text,
  uploadDoc: v.object({ file1: text, mail_service_provider: v.picklist(mailProviders) }),
});
export type MailEntry = v.InferOutput<typeof mailEntry>;

export const uploadedDocument = v.object({
  file1: v.string(),
  customer_name: v.string(),
  original_name: v.string(),
  content_type: v.string(),
  /** Bytes. */
  size: v.number(),
  created_at: isoTimestamp,
  /** Null for the demo's documents. */
  uploaded_by: text,
  /** When the document was withdrawn: customers and mails no longer get it, but it stays as evidence. */
  withdrawn_at: v.nullable(isoTimestamp),
  /** The warnings that `uploaded_by` overrode, one sentence each. */
  warnings: v.array(v.string()),
  /** A signed grant for a few minutes: `/uploads/visaDocs/{file1}?grant=…`. */
  grant: v.string(),
});
export type UploadedDocument = v.InferOutput<typeof uploadedDocument>;

/** The document that the customer can download: the newest, unless withdrawn (rules 11.21). */
export const releasedDocument = ([newest]: readonly UploadedDocument[]): UploadedDocument | undefined =>
  newest?.withdrawn_at === null ? newest : undefined;

export const customerMessageEntry = v.object({
  id: v.number(),
  order_id: v.string(),
  create_ts: isoTimestamp,
  from: v.picklist(['staff', 'customer']),
  /** Set for staff's messages, null for the customer's. A reply needs no answer. */
  kind: v.nullable(v.picklist(['question', 'reply'])),
  by: text,
  /** The site where a customer wrote it; null if not recorded. */
  origin: v.nullable(v.picklist(accessOrigins)),
  text: v.string(),
  /** The customer's file, fetched like an uploaded document. */
  file: v.nullable(
    v.object({
      file1: v.string(),
      original_name: v.string(),
      content_type: v.string(),
      /** Bytes. */
      size: v.number(),
      grant: v.string(),
    }),
  ),
  /** When a reply was withdrawn, before its email was sent. An earlier API does not say. */
  withdrawn_at: v.optional(v.nullable(isoTimestamp), null),
});
export type CustomerMessageEntry = v.InferOutput<typeof customerMessageEntry>;

export const staffDownloadEntry = v.object({
  order_id: v.string(),
  create_ts: isoTimestamp,
  ip: v.string(),
  /** IANA name; shown as the location. */
  timezone: text,
  /** The site where it was requested; null if not recorded. */
  origin: v.nullable(v.picklist(accessOrigins)),
  /** Percent of the document sent; 100 once it is complete. */
  percent: v.number(),
});

/** Answers with these names: texts, null if unanswered. */
const texts = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>;

export const familyMember = v.object({
  ...texts('family_member_name', 'family_passport_number', 'family_nationality', 'family_other_nationalities'),
  ...texts('family_relationship'),
});

export const declarationAnswers = v.object({
  ...texts('date_of_dob', 'month_of_dob', 'year_of_dob'),
  ...texts('place_of_birth', 'current_nationality', 'passport_number'),
  ...texts('travel_type', 'day_of_arrival', 'month_of_arrival', 'year_of_arrival'),
  ...texts('flight_number', 'departure_form', 'arriving_info'),
  ...texts('cruise_trip', 'vessel_name', 'vessel_type', 'voyage_crew_application', 'voyage_application'),
  ...texts('short_vessel_name', 'scheduled_arrival_day', 'scheduled_arrival_month', 'scheduled_arrival_year'),
  ...texts('scheduled_departure_day', 'scheduled_departure_month', 'scheduled_departure_year'),
  ...texts('scheduled_arrival_day_cruise_no', 'scheduled_arrival_month_cruise_no', 'scheduled_arrival_year_cruise_no'),
  ...texts('vessel_biosecurity_clearance', 'live_in_new_zealand', 'intend_staying_permanently_nz'),
  ...texts('intended_stay_duration_day', 'intended_stay_duration_month', 'intended_stay_duration_year'),
  ...texts('overseas_country_name', 'trip_purpose', 'living_country', 'residential_country'),
  ...texts('state_province', 'street', 'city', 'your_occupation', 'identification_status'),
  ...texts('coming_for_medical_treatment', 'deported_removed_excluded', 'sentenced_to_prison'),
  ...texts('any_food'),
  food_options: choices,
  ...texts('animal_products', 'plant_products', 'equipment_used_with_animals_plants_water'),
  equipment_usage: choices,
  ...texts('outdoor_gear'),
  equipment_item: choices,
  ...texts('wilderness_or_animal_contact', 'bringing_restricted_medicine', 'bringing_restricted_goods'),
  ...texts('bringing_restricted_alcohol', 'bringing_restricted_tobacco'),
  ...texts('goods_carried_commercial_use_yes', 'goods_carried_on_behalf', 'cash_more_than_10000'),
  familyMember: v.array(familyMember),
  importingGoods: v.array(v.record(v.string(), v.unknown())),
});
export type DeclarationAnswers = v.InferOutput<typeof declarationAnswers>;

/** Answers with several choices, which a form may send as JSON text (rules 10.2). */
export const choiceLists = ['food_options', 'equipment_usage', 'equipment_item'] as const;
type ChoiceList = (typeof choiceLists)[number];

/** A declaration as stored: only answered fields, with lists perhaps as JSON text. */
export type StoredDeclaration = Partial<
  Omit<DeclarationAnswers, ChoiceList> & Record<ChoiceList, readonly string[] | string>
>;

export const orderDetails = v.object({
  ...orderRow.entries,
  confirm_email: text,
  transaction_id: text,
  merchant_name: text,
  /** A decimal number as text. */
  amount: text,
  currency: text,
  refund: v.nullable(refundDetails),
  processing_mode: v.picklist(['standard', 'priority']),
  landing_domain: text,
  processed_by: text,
  assigned_to_me: v.boolean(),
  /** Incremented by every change; a stale version is refused with 409. */
  version: v.number(),
  /** MAX_UPLOAD_MB, so that the form can check a file. */
  upload_limit_mb: v.number(),
  ...declarationAnswers.entries,
  mailHistory: v.array(mailEntry),
  uploadDoc: v.array(uploadedDocument),
  /** The newest 100. */
  downloadHistory: v.array(staffDownloadEntry),
  downloadTotal: v.number(),
  remarks: v.array(remarkEntry),
  /** The newest 100, newest first. */
  customerMessages: v.array(customerMessageEntry),
});
export type OrderDetails = v.InferOutput<typeof orderDetails>;
