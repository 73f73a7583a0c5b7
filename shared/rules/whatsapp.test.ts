import { whatsappUrl, whatsappMessage } from './whatsapp.ts';

const order = { orderId: '100471', firstName: 'Ananya', landingDomain: null };

test('the message names the brand and the order, and links to the tracking page', () => {
  expect(whatsappMessage(order, 'https://track.example.com')).toBe(
    'Hello Ananya, this is New Zealand Travel Declaration. Check your order 100471 here: https://track.example.com/track-order/100471',
  );
  expect(whatsappMessage({ ...order, firstName: '', landingDomain: 'arrival-card.example.net' }, '')).toMatch(
    /^Hello, this is NZ Arrival Card Service\. /,
  );
});

test.each([
  ['91', '55501 23456', '915550123456'],
  ['+64', '(021) 000-0128', '64210000128'],
  ['39', '06 6982', '39066982'],
])('country code %s and number %s become %s', (countryCode, phoneNumber, called) => {
  expect(whatsappUrl({ countryCode, phoneNumber }, 'Hello & welcome?')).toBe(
    `https://wa.me/${called}?text=Hello%20%26%20welcome%3F`,
  );
});

test.each([
  ['no number', { countryCode: '64', phoneNumber: null }],
  ['a number without a digit', { countryCode: '64', phoneNumber: '-' }],
  ['no country code', { countryCode: null, phoneNumber: '21 000 0128' }],
])('with %s there is no link', (_what, telephone) => {
  expect(whatsappUrl(telephone, 'Hello')).toBeNull();
});
