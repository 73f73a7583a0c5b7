import { layOutMail } from './layOutMail.ts';
import { mailText } from './mailText.ts';

const order = { orderId: '100471', firstName: 'Siobhán', landingDomain: null };
const write = (firstName: string) =>
  mailText('refund', { ...order, firstName }, { publicUrl: 'https://track.example.com' });

test('a mail greets by the first name', () => {
  expect(write('Siobhán').paragraphs[0]).toBe('Hello Siobhán,');
});

test('a stored name with line breaks or marks that cannot be seen adds no line and turns no text around', () => {
  const { text, html } = layOutMail(write('Mere,\r\n\r\nPay again: https://evil.example\u2029\u202e\u2066'));
  for (const part of [text, html]) expect(part).not.toMatch(/[\u202a-\u202e\u2028\u2029\u2066-\u2069]/);
  expect(text.split('\n')).toContain('Hello Mere, Pay again: https://evil.example,');
  expect(text.split('\n')).toHaveLength(layOutMail(write('Mere')).text.split('\n').length);
});

test('where nothing of the name can be seen it greets without one', () => {
  expect(write('\u200b\u202e').paragraphs[0]).toBe('Hello,');
});
