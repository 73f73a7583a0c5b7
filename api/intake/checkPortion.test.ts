import { intakeOrder } from '../testing/intakeOrder.ts';
import { checkPortion, type OrderForm } from './checkPortion.ts';

const now = new Date('2026-11-21T10:24:00Z');
const check = (text: string | Buffer, { firstLine = 1, form = 'sent' as OrderForm } = {}) => {
  const { bytes, ends, ...rest } = checkPortion({ firstLine, bytes: new Uint8Array(Buffer.from(text)) }, form, now);
  const texts = [...ends].map((end, index) => Buffer.from(bytes).toString('utf8', index ? ends[index - 1] : 0, end));
  return { ...rest, texts, lines: [...rest.lines] };
};
const line = (order: Record<string, unknown> = {}) => JSON.stringify(intakeOrder(order));

test('orders come out in the order of their ids, each with its line', () => {
  const [second, first] = [line({ order_id: '200002' }), line({ order_id: '200001' })];
  expect(check(`${second}\n${first}\n`, { firstLine: 11 })).toEqual({
    orderIds: ['200001', '200002'],
    lines: [12, 11],
    texts: [first, second],
    repeated: 0,
    rejected: [],
  });
});

test('a mark of byte order, ends of lines as Windows writes them and empty lines are no fault', () => {
  const { orderIds, lines, rejected } = check(
    `\ufeff${line({ order_id: '200001' })}\r\n\r\n  \n${line({ order_id: '200002' })}`,
  );
  expect({ orderIds, lines, rejected }).toEqual({ orderIds: ['200001', '200002'], lines: [1, 4], rejected: [] });
});

test('what npm prints ahead of a script is no order, but only there', () => {
  const banner = '\n> arrival-desk@1.0.0 generate\n> node bench/generateOrders.ts 5\n\n';
  expect(check(`${banner}${line()}\n`)).toMatchObject({ lines: [5], rejected: [] });
  expect(check(`${line()}\n${banner}`).rejected).toHaveLength(2);
  expect(check(banner, { firstLine: 100 }).rejected).toHaveLength(2);
});

test('bad lines are told by number and reason, the rest is good', () => {
  const bad = Buffer.concat([Buffer.from('{"order_id":"'), Buffer.from([0xff]), Buffer.from('"}')]);
  const text = Buffer.concat([
    Buffer.from(`${line()}\nnot json\n`),
    bad,
    Buffer.from(`\n[]\n${line({ email: 'x', order_id: '200009' })}\n`),
  ]);
  const { orderIds, rejected } = check(text);
  expect(orderIds).toHaveLength(1);
  expect(rejected).toEqual([
    { line: 2, order_id: null, errors: { line: 'Is not JSON' } },
    { line: 3, order_id: null, errors: { line: 'Is not UTF-8' } },
    { line: 4, order_id: null, errors: { order: 'Must be an object' } },
    { line: 5, order_id: '200009', errors: { email: 'Must be an e-mail address' } },
  ]);
});

test('of two lines with one id the first counts', () => {
  const { texts, repeated } = check(
    [{ city: 'Hutt' }, { city: 'Ōtaki' }].map((o) => line({ order_id: '200001', ...o })).join('\n'),
  );
  expect([texts.length, repeated]).toEqual([1, 1]);
  expect(texts[0]).toContain('Hutt');
});

test('for COPY, what ends a column or a line is written so that it does not', () => {
  const [text] = check(line({ trip_purpose: 'a\tb\\c\nd"e', full_name: 'x\\y\\tz' }), { form: 'copy' }).texts;
  expect(text!.match(/\n/g)).toHaveLength(1);
  const columns = text!.trimEnd().split('\t');
  expect(columns).toHaveLength(21);
  expect(columns[5]).toBe('x\\\\y\\\\tz');
  expect(columns[6]).toBe('mere@example.com');
  expect(JSON.parse(columns[20]!.replaceAll('\\\\', '\\'))).toEqual({
    trip_purpose: 'a\tb\\c\nd"e',
    travel_type: 'air',
  });
});
