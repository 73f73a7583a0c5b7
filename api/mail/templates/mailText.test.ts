import { layOutMail } from './letter.ts';
import { mailText } from './mailText.ts';

const order = { orderId: '100471', firstName: 'Siobhán', landingDomain: null, refund: null };
const publicUrl = 'https://track.example.com';
const write = (firstName: string) => mailText('refund', { ...order, firstName }, { publicUrl, attached: false });

test.each([
  [true, 'It is attached, and you can download it at any time.'],
  [false, 'is ready. You can download it at any time.'],
])('a mail says whether its document is attached (%s)', (attached, words) => {
  const { paragraphs } = mailText('approval', order, { publicUrl, attached });
  expect(paragraphs[1]).toContain(words);
});

test('a mail greets with the first name', () => {
  expect(write('Siobhán').paragraphs[0]).toBe('Hello Siobhán,');
});

test('line breaks and invisible marks in a stored name have no effect', () => {
  const { text, html } = layOutMail(write('Mere,\r\n\r\nPay again: https://evil.example\u2029\u202e\u2066'));
  for (const part of [text, html]) expect(part).not.toMatch(/[\u202a-\u202e\u2028\u2029\u2066-\u2069]/);
  expect(text.split('\n')).toContain('Hello Mere, Pay again: https://evil.example,');
  expect(text.split('\n')).toHaveLength(layOutMail(write('Mere')).text.split('\n').length);
});

test('a refund mail has the entered details', () => {
  const refund = { amount: '25.00', currency: 'NZD', reason: 'Paid twice', reference: 're_3N' };
  const { paragraphs } = mailText('refund', { ...order, refund }, { publicUrl, attached: false });
  expect(paragraphs[1]).toContain('We have refunded NZD 25.00 for order 100471 at ');
  expect(paragraphs.slice(2, 4)).toEqual(['Reason: Paid twice', 'Refund reference: re_3N']);
  expect(write('Siobhán').paragraphs[1]).toContain('We have refunded order 100471 at ');
});

test('a name without visible characters is omitted from the greeting', () => {
  expect(write('\u200b\u202e').paragraphs[0]).toBe('Hello,');
});

test.each([
  [true, 'It is attached, and you can download it at any time.'],
  [false, 'You can download it at any time.'],
])('an approval says whether the document is attached (%s), and how to get it', (attached, said) => {
  const { paragraphs } = mailText('approval', order, { publicUrl, attached });
  expect(paragraphs[1]).toBe(`Your New Zealand travel declaration for order 100471 is ready. ${said}`);
});

test('brand, contact and links are the landing domain’s', () => {
  const { brand, support, links } = mailText(
    'invoice',
    { ...order, landingDomain: 'www.arrival-card.example.net' },
    { publicUrl, attached: false },
  );
  expect(brand.name).toBe('NZ Arrival Card Service');
  expect([brand.home, support, ...links.map(([, address]) => address)]).toEqual(
    ['', 'contact-us', 'terms-and-conditions', 'privacy-policy', 'contact-us', 'refund-policy'].map(
      (page) => `https://arrival-card.example.net/${page}`,
    ),
  );
});
