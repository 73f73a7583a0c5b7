import { checkOrder } from 'shared/api/intake/intakeOrder';
import type { OrderDetails } from 'shared/api/orderDetails';
import { identification } from 'shared/declaration/conditions';
import { shownFacts, type DeclaredOrder } from 'shared/declaration/fact';
import { familyColumns } from 'shared/declaration/facts';
import { cellText, goodsBlocks, goodsColumns } from 'shared/declaration/goods';
import { reviewFlags } from 'shared/declaration/reviewFlags';
import { sections, type Section } from 'shared/declaration/sections';
import { goodsCategories } from 'shared/rules/goodsCategories';
import { blankOrderRow } from 'shared/testing/orders';
import { readChoices, emptyAnswers } from '../orders/orderDetails.ts';
import { demoOrders, type DemoOrder } from './demoOrders.ts';

const now = new Date('2026-11-21T10:24:00Z');
const made = [...demoOrders({ count: 200, now, memberIds: [1, 2, 3, 4, 5] })];
const unreadable: string[] = [];

/** A demo order as the API returns it, without names of members. */
const answered = (order: DemoOrder): OrderDetails => ({
  ...blankOrderRow,
  ...emptyAnswers,
  ...readChoices(order.declaration, (field) => unreadable.push(field)),
  ...{ order_id: order.orderId, process_status: order.processStatus, full_name: order.fullName, email: order.email },
  ...{ first_name: order.firstName, last_name: order.lastName, processing_mode: order.processingMode },
  ...{
    created_at: order.createdAt!.toISOString(),
    processing_date: order.processingDate ?? null,
    process_month: 'Nov',
  },
  ...{ contact_email_address: order.contactEmailAddress ?? null, refund_date: order.refundDate ?? null },
  ...{
    confirm_email: null,
    transaction_id: null,
    merchant_name: null,
    refund: order.refund ?? null,
    amount: null,
    currency: null,
    landing_domain: null,
    processed_by: null,
  },
  ...{
    version: 1,
    upload_limit_mb: 20,
    email_bounced: false,
    customer_wrote: false,
    assigned_to_me: false,
    mailHistory: [],
    uploadDoc: [],
    downloadHistory: [],
    downloadTotal: 0,
  },
  remarks: [],
  customerMessages: [],
});
const orders = made.map(answered);

const ofSections = Object.values<Section>(sections);
const rows = ofSections.flatMap(({ title, facts = [], questions = [] }) => [
  ...facts.map((fact) => ({ name: `${title}: ${fact.label}`, row: fact })),
  ...questions.map((question) => ({ name: `${title}: ${question.text}`, row: question })),
]);

test.each(rows)('a demo order shows "$name", and another hides it if that is possible', ({ row }) => {
  const shown = (order: DeclaredOrder) => shownFacts([row], order).length > 0;
  expect(orders.filter(shown).length).toBeGreaterThan(0);
  expect(orders.every(shown)).toBe(!row.shown);
});

const questions = ofSections.flatMap(({ questions: asked = [] }) => asked);

test.each(questions.filter(({ field }) => field !== 'identification_status'))(
  'one order of the demo answers "$text" with Yes, one with No',
  ({ answer }) => {
    expect(orders.map(answer)).toEqual(expect.arrayContaining(['yes', 'no']));
  },
);

test.each(ofSections.filter(({ title, shown }) => shown && title !== 'Email History'))(
  'an order of the demo has the section $title, and another has not',
  ({ shown }) => {
    expect(new Set(orders.map((order) => shown!(order)))).toEqual(new Set([true, false]));
  },
);

test('the demo has every type of vessel, voyage and identification, and both kinds of cruise answers', () => {
  const vessels = orders.map(({ vessel_type, voyage_application }) =>
    [vessel_type, voyage_application].join(' ').trim(),
  );
  expect(vessels).toEqual(
    expect.arrayContaining([
      ...['commercial_cargo passenger', 'commercial_cargo crew', 'commercial_fishing', 'commercial_specialist'],
      ...['nz_defence', 'small_craft', 'Superyacht passenger'],
    ]),
  );
  const atSea = orders.filter(({ travel_type }) => travel_type === 'sea');
  expect(new Set(atSea.map(({ cruise_trip }) => cruise_trip))).toEqual(new Set(['yes', 'no', null]));
  const identified = orders.map(({ identification_status }) => identification_status);
  expect(identified).toEqual(expect.arrayContaining([...Object.values(identification), null]));
});

test.each(goodsCategories)('a demo order declares items of "$label", and another declares none', ({ flag }) => {
  const blocks = orders.map((order) => goodsBlocks(order).find(({ id }) => id === flag)!);
  expect(blocks.some(({ items }) => items.length > 0)).toBe(true);
  expect(blocks.some(({ items }) => items.length === 0)).toBe(true);
});

test.each(goodsColumns)('a demo item has its $label, and another has not', (column) => {
  const items = orders.flatMap(goodsBlocks).flatMap((block) => block.items);
  const texts = items.map((item) => cellText(column, item));
  expect(texts.some(Boolean)).toBe(true);
  expect(texts).toContain(null);
});

test('demo items include one without a category, and one with an unknown field', () => {
  const others = orders.flatMap(goodsBlocks).filter(({ id }) => id === 'others');
  expect(others.flatMap(({ columns }) => columns.map(({ label }) => label))).toContain('Unaccompanied baggage number');
});

test.each(familyColumns)('a demo family member has a $label', ({ field }) => {
  expect(orders.flatMap(({ familyMember }) => familyMember).some((member) => member[field])).toBe(true);
});

test('each flag of a declaration is on a demo order, and missing on another', () => {
  const raised = orders.map((order) =>
    reviewFlags(order, now).map(({ label }) => label.replace(/^Arrives .*/, 'Arrives')),
  );
  for (const label of ['Deported', 'Prison', 'Medical treatment', 'Goods declared', 'Arrives']) {
    expect(new Set(raised.map((labels) => labels.includes(label)))).toEqual(new Set([true, false]));
  }
});

test('lists of choices are lists or JSON text, and all can be read', () => {
  const given = made.map(({ declaration }) => typeof declaration.food_options);
  expect(new Set(given)).toEqual(new Set(['object', 'string']));
  expect(unreadable).toEqual([]);
});

test('the intake accepts every demo declaration', () => {
  for (const { orderId, firstName, lastName, email, processingMode, declaration } of made) {
    const order = { order_id: orderId, first_name: firstName, last_name: lastName, email, ...declaration };
    expect(checkOrder({ ...order, processing_mode: processingMode })).not.toHaveProperty('errors');
  }
});
