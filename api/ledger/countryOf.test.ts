import { countryDatabase, countryOf } from './countryOf.ts';

const newZealand = { code: 'NZ', name: 'New Zealand' };
const unitedStates = { code: 'US', name: 'United States' };

test.each([
  ['of IPv4', '202.27.184.3', newZealand],
  ['of IPv6', '2404:4404:1000::1', newZealand],
  ['of IPv4 as a dual-stack socket reports it', '::ffff:8.8.8.8', unitedStates],
  ['in hex', '::ffff:808:808', unitedStates],
])('an address %s has its country', async (_what, ip, country) => {
  expect(await countryOf(ip)).toEqual(country);
});

test.each([
  ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '127.0.0.1', '169.254.1.1', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
  ...['::1', '::', 'fe80::1', 'fc00::1', '::ffff:192.168.1.1', '2001:db8::1'],
  ...['203.0.113.24', '', 'unknown', '1.2.3', '8.8.8.8, 1.1.1.1', "8.8.8.8'; drop table orders"],
])('%j has none', async (ip) => {
  expect(await countryOf(ip)).toBeNull();
});

test('source, licence and date of the data are available for printing', async () => {
  expect(await countryDatabase()).toEqual({
    name: 'DB-IP IP to Country Lite',
    licence: 'CC BY 4.0',
    attribution: 'IP Geolocation by DB-IP (https://db-ip.com)',
    madeOn: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
  });
});
