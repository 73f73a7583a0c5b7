import { mailOf, orderOf, remarkOf } from '../testing/orders.ts';
import { sections, sectionsOf, type SectionId } from './sections.ts';

const idsOf = (order = orderOf()) => sectionsOf(order).map(({ id }) => id);

test('an order has its sections in the order of rules 9.2', () => {
  expect(idsOf(orderOf({ mailHistory: [mailOf()] }))).toEqual([
    'emails',
    'upload',
    'order',
    'personal',
    'downloads',
    'comments',
  ]);
});

test('without a mail there is no Email History', () => {
  expect(idsOf()).not.toContain('emails');
});

test('a tab counts what its section has, also what is not listed', () => {
  const order = orderOf({ mailHistory: [mailOf(), mailOf({ id: 2 })], remarks: [remarkOf()], downloadTotal: 140 });
  const counts = sectionsOf(order).map(({ id, count }): [SectionId, number | undefined] => [id, count?.(order)]);
  expect(Object.fromEntries(counts)).toEqual({
    emails: 2,
    upload: undefined,
    order: undefined,
    personal: undefined,
    downloads: 140,
    comments: 1,
  });
});

test('no label stands twice in a section', () => {
  for (const { facts } of sectionsOf(orderOf())) {
    const labels = facts?.map(({ label }) => label) ?? [];
    expect(new Set(labels).size).toBe(labels.length);
  }
  expect(sections.order.facts.length + sections.personal.facts.length).toBeGreaterThan(20);
});
