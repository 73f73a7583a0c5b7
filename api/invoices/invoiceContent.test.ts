import { invoiceContent, type InvoicedOrder } from './sendInvoice.ts';

const order: InvoicedOrder = {
  orderId: '100471',
  fullName: 'Siobhán Müller',
  email: 'siobhan@example.com',
  landingDomain: 'declaration.example.com',
  processingMode: 'standard',
  amount: '79.00',
  currency: 'NZD',
  paidAt: new Date('2026-11-20T23:59:59Z'),
  transactionId: 'pi_3Qabc',
};
const write = (changes: Partial<InvoicedOrder> = {}) =>
  invoiceContent({ ...order, ...changes }, { number: 1_042, at: new Date('2026-11-22T00:00:01Z') });

test('an invoice has the order’s data, but no tax', () => {
  expect(write()).toEqual({
    number: '1042',
    day: [2026, 11, 22],
    brand: {
      name: 'New Zealand Travel Declaration',
      home: 'https://declaration.example.com/',
      contact: 'https://declaration.example.com/contact-us',
    },
    customer: { name: 'Siobhán Müller', email: 'siobhan@example.com' },
    facts: [
      ['Invoice number', '1042'],
      ['Date', '22 November 2026'],
      ['Order', '100471'],
      ['Paid on', '20 November 2026'],
      ['Transaction', 'pi_3Qabc'],
    ],
    lines: [['New Zealand travel declaration, standard processing', 'NZD 79.00']],
    total: 'NZD 79.00',
    settled: 'Paid in full on 20 November 2026. No balance due.',
  });
});

test.each<[string, Partial<InvoicedOrder>, object]>([
  [
    'priority processing',
    { processingMode: 'priority' },
    { lines: [['New Zealand travel declaration, priority processing', 'NZD 79.00']] },
  ],
  [
    'another brand',
    { landingDomain: 'www.Arrival-Card.example.net' },
    { brand: expect.objectContaining({ name: 'NZ Arrival Card Service' }) },
  ],
  [
    'no domain of ours',
    { landingDomain: null },
    { brand: expect.objectContaining({ name: 'New Zealand Travel Declaration' }) },
  ],
  ['a currency without cents', { amount: '7900.00', currency: 'JPY' }, { total: 'JPY 7,900' }],
  ['a large amount', { amount: '12345678.90' }, { total: 'NZD 12,345,678.90' }],
  [
    'a name from before the intake refused such characters',
    { fullName: 'Mere\nTane\u202e' },
    { customer: { name: 'Mere Tane', email: 'siobhan@example.com' } },
  ],
  [
    'no transaction',
    { transactionId: null },
    {
      facts: [
        ['Invoice number', '1042'],
        ['Date', '22 November 2026'],
        ['Order', '100471'],
        ['Paid on', '20 November 2026'],
      ],
    },
  ],
])('of %s', (_what, changes, says) => {
  expect(write(changes)).toMatchObject(says);
});
