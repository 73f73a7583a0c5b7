/** One order as a flat object (rule 9.9). */
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
/** `cancelled`: before it was sent. `unknown`: sending was interrupted or not answered, so it may have succeeded. */
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
  /** Null if not recorded. */
  uploaded_by: text,
  /** When the document was withdrawn: it is kept as evidence, but customers no longer get it. */
  withdrawn_at: v.nullable(isoTimestamp),
  /** The warnings that `uploaded_by` overrode, one sentence each. */
  warnings: v.array(v.string()),
  /** A signed grant, valid for a few minutes: `/uploads/visaDocs/{file1}?grant=…`. */
  grant: v.string(),
});
export type UploadedDocument = v.InferOutput<typeof uploadedDocument>;

/** The document that the customer can download: the newest, unless it was withdrawn (rule 11.21). */
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
  /** The site on which the customer wrote it; null if not recorded. */
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
  /** When our message was withdrawn, before its email was sent. Earlier versions of the API omit this field. */
  withdrawn_at: v.optional(v.nullable(isoTimestamp), null),
});
export type CustomerMessageEntry = v.InferOutput<typeof customerMessageEntry>;

export const staffDownloadEntry = v.object({
  order_id: v.string(),
  create_ts: isoTimestamp,
  ip: v.string(),
  /** IANA name; shown as the location. */
  timezone: text,
  /** The site on which the download was requested; null if not recorded. */
  origin: v.nullable(v.picklist(accessOrigins)),
  /** Percentage of the document sent; below 100 until the download is complete. */
  percent: v.number(),
});

export const familyMember = v.object({
  family_member_name: text,
  family_passport_number: text,
  family_nationality: text,
  family_other_nationalities: text,
  family_relationship: text,
});

export const declarationAnswers = v.object({
  date_of_dob: text,
  month_of_dob: text,
  year_of_dob: text,
  place_of_birth: text,
  current_nationality: text,
  passport_number: text,
  travel_type: text,
  day_of_arrival: text,
  month_of_arrival: text,
  year_of_arrival: text,
  flight_number: text,
  departure_form: text,
  arriving_info: text,
  cruise_trip: text,
  vessel_name: text,
  vessel_type: text,
  voyage_crew_application: text,
  voyage_application: text,
  short_vessel_name: text,
  scheduled_arrival_day: text,
  scheduled_arrival_month: text,
  scheduled_arrival_year: text,
  scheduled_departure_day: text,
  scheduled_departure_month: text,
  scheduled_departure_year: text,
  scheduled_arrival_day_cruise_no: text,
  scheduled_arrival_month_cruise_no: text,
  scheduled_arrival_year_cruise_no: text,
  vessel_biosecurity_clearance: text,
  live_in_new_zealand: text,
  intend_staying_permanently_nz: text,
  intended_stay_duration_day: text,
  intended_stay_duration_month: text,
  intended_stay_duration_year: text,
  overseas_country_name: text,
  trip_purpose: text,
  living_country: text,
  residential_country: text,
  state_province: text,
  street: text,
  city: text,
  your_occupation: text,
  identification_status: text,
  coming_for_medical_treatment: text,
  deported_removed_excluded: text,
  sentenced_to_prison: text,
  any_food: text,
  food_options: choices,
  animal_products: text,
  plant_products: text,
  equipment_used_with_animals_plants_water: text,
  equipment_usage: choices,
  outdoor_gear: text,
  equipment_item: choices,
  wilderness_or_animal_contact: text,
  bringing_restricted_medicine: text,
  bringing_restricted_goods: text,
  bringing_restricted_alcohol: text,
  bringing_restricted_tobacco: text,
  goods_carried_commercial_use_yes: text,
  goods_carried_on_behalf: text,
  cash_more_than_10000: text,
  familyMember: v.array(familyMember),
  importingGoods: v.array(v.record(v.string(), v.unknown())),
});
export type DeclarationAnswers = v.InferOutput<typeof declarationAnswers>;

/** Answers with several choices, which a form may send as JSON text (rule 10.2). */
export const choiceLists = ['food_options', 'equipment_usage', 'equipment_item'] as const;
type ChoiceList = (typeof choiceLists)[number];

/** A declaration as stored: only answered fields. Lists may be JSON text. */
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
