import { packSourcesOf } from '../../testing/packSourcesOf.ts';
import { compellingEvidence } from './earlierOrders.ts';

const disputedAt = Date.parse('2026-10-20T10:00:00Z');
const earlier = (daysBefore: number, ip: string | null = '203.0.113.24') => {
  const paidAt = new Date(disputedAt - daysBefore * 86_400_000);
  return {
    orderId: `10000${daysBefore}`,
    createdAt: paidAt,
    paidAt,
    amount: '79.00',
    currency: 'NZD',
    ip,
    userAgent: null,
  };
};
const verdictOf = (orders: ReturnType<typeof earlier>[], ip: string | null = '203.0.113.24') =>
  compellingEvidence(packSourcesOf(2, undefined, { earlier: orders, order: { ip } }));

test('two earlier orders within the window that share the IP address are eligible, if the card was the same', () => {
  const { isEligible, conclusion } = verdictOf([earlier(120), earlier(365)]);
  expect(isEligible).toBe(true);
  expect(conclusion).toMatch(
    /^Eligible according to these records \(Visa dispute reason 10.4\): 2 earlier undisputed orders/,
  );
  expect(conclusion).toContain('paid with the same card');
});

test.each([
  ['no earlier order', [], 'Not eligible: there is no earlier undisputed, paid order with this email address.'],
  ['one too new', [earlier(119)], 'and there are none (1 was paid outside this period).'],
  ['one too old', [earlier(366)], 'and there are none (1 was paid outside this period).'],
  [
    'only one',
    [earlier(200)],
    'Not eligible: two earlier undisputed orders paid 120 to 365 days before the dispute are needed, and there is only one.',
  ],
  [
    'one of three in the window',
    [earlier(119), earlier(200), earlier(366)],
    'there is only one (2 were paid outside this period).',
  ],
  [
    'one from elsewhere',
    [earlier(200), earlier(201, '192.0.2.9')],
    'Not eligible: of the 2 earlier orders paid 120 to 365 days before the dispute, 1 came from this order’s IP address; two are needed.',
  ],
  [
    'one without a recorded IP address',
    [earlier(200), earlier(201, null)],
    '1 came from this order’s IP address; two are needed.',
  ],
])('%s is not enough, which is stated', (_what, orders, said) => {
  const verdict = verdictOf(orders);
  expect(verdict.isEligible).toBe(false);
  expect(verdict.conclusion).toContain(said);
});

test('an order without a recorded IP address shares no IP address', () => {
  expect(verdictOf([earlier(200), earlier(201)], null)).toEqual({
    isEligible: false,
    conclusion: 'Not eligible: the IP address of this order was not recorded, and no device ID is kept.',
  });
});
