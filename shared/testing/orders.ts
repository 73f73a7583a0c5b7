import {
  type CustomerMessageEntry,
  declarationAnswers,
  type DeclarationAnswers,
  type MailEntry,
  type OrderDetails,
  type RemarkEntry,
  type UploadedDocument,
} from '../api/orderDetails.ts';
import { orderRow, type OrderRow } from '../api/orderRow.ts';

/** A declaration with only these answers. */
export function declarationOf(answers: Partial<DeclarationAnswers>): DeclarationAnswers {
  const unanswered = Object.fromEntries(Object.keys(declarationAnswers.entries).map((field) => [field, null]));
  return {
    ...(unanswered as unknown as DeclarationAnswers),
    food_options: [],
    equipment_usage: [],
    equipment_item: [],
    familyMember: [],
    importingGoods: [],
    ...answers,
  };
}

/** Order 100471 of Ananya Raghunathan-Krishnamurthy: New, unassigned. */
export function orderOf(changes: Partial<OrderDetails> = {}): OrderDetails {
  const row = orderRowOf({
    order_id: '100471',
    first_name: 'Ananya',
    last_name: 'Raghunathan-Krishnamurthy',
    full_name: 'Ananya Raghunathan-Krishnamurthy',
    email: 'ananya.rk@example.com',
    phone_number: '55501 23456',
    country_code: '91',
    created_at: '2026-11-21T08:24:00.000Z',
    processing_date: '2026-11-21',
    process_month: 'Nov',
  });
  return {
    ...row,
    ...declarationOf({
      date_of_dob: '9',
      month_of_dob: '3',
      year_of_dob: '1988',
      place_of_birth: 'India',
      current_nationality: 'India',
      passport_number: 'Z0000271',
      your_occupation: 'Civil engineer',
      travel_type: 'air',
    }),
    confirm_email: row.email,
    assigned_to_me: false,
    transaction_id: 'txn_8Q2L0471X',
    merchant_name: null,
    amount: '79.00',
    currency: 'NZD',
    refund: null,
    processing_mode: 'standard',
    landing_domain: 'declaration.example.com',
    processed_by: null,
    version: 7,
    upload_limit_mb: 20,
    mailHistory: [],
    uploadDoc: [],
    downloadHistory: [],
    downloadTotal: changes.downloadHistory?.length ?? 0,
    remarks: [],
    customerMessages: [],
    ...changes,
  };
}

/** A sent document mail. */
export function mailOf(changes: Partial<MailEntry> = {}): MailEntry {
  return {
    id: 1,
    order_id: '100471',
    create_ts: '2026-11-21T10:21:40.000Z',
    kind: 'approval',
    recipient: 'ananya.rk@example.com',
    state: 'sent',
    due_at: null,
    reason: null,
    message_id: null,
    sent_by: 'Tia Team',
    uploadDoc: { file1: 'a1b2c3d4e5f6a7b8.pdf', mail_service_provider: 'AWS' },
    ...changes,
  };
}

/** An uploaded PDF that matches its order. */
export function documentOf(changes: Partial<UploadedDocument> = {}): UploadedDocument {
  return {
    file1: 'a1b2c3d4e5f6a7b8.pdf',
    customer_name: 'Ananya Raghunathan-Krishnamurthy',
    original_name: 'declaration.pdf',
    content_type: 'application/pdf',
    size: 48_213,
    created_at: '2026-11-21T10:21:38.000Z',
    uploaded_by: 'Tia Team',
    withdrawn_at: null,
    warnings: [],
    grant: 'grant',
    ...changes,
  };
}

export function remarkOf(changes: Partial<RemarkEntry> = {}): RemarkEntry {
  return {
    id: 1,
    order_id: '100471',
    us_date: '11-21-2026',
    us_time: '5:19:02',
    created_at: '2026-11-21T10:19:02.000Z',
    remark_name: 'Tia Team',
    remark: 'Called, she confirmed the address.',
    whatsapp: '',
    telephone: '',
    status_refund: '',
    voided: '',
    chargeback: '',
    report_error: '',
    ...changes,
  };
}

export const messageOf = (changes: Partial<CustomerMessageEntry> = {}): CustomerMessageEntry => ({
  id: 1,
  order_id: '100471',
  create_ts: '2026-11-21T08:30:00.000Z',
  from: 'customer',
  kind: null,
  by: null,
  origin: 'public',
  text: 'It is a new one',
  file: null,
  withdrawn_at: null,
  ...changes,
});

type BlankOrderRow = { [Field in keyof OrderRow as null extends OrderRow[Field] ? Field : never]: null };

/** The nullable fields of an order row, all null, so that a new field changes no tests. */
export const blankOrderRow = Object.fromEntries(
  Object.entries(orderRow.entries)
    .filter(([, field]) => field.type === 'nullable')
    .map(([name]) => [name, null]),
) as BlankOrderRow;

export function orderRowOf(overrides: Partial<OrderRow> & { order_id: string }): OrderRow {
  return {
    ...blankOrderRow,
    process_status: 'New',
    first_name: 'Mele',
    last_name: `Tupou ${overrides.order_id}`,
    full_name: `Mele Tupou ${overrides.order_id}`,
    email: `order${overrides.order_id}@example.test`,
    email_bounced: false,
    customer_wrote: false,
    phone_number: '20 555 0128',
    country_code: '676',
    created_at: '2026-11-21T08:40:00.000Z',
    ...overrides,
  };
}
