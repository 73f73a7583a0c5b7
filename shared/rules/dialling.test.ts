import { diallingCode, diallingCodes, findCountry } from './dialling.ts';

test('the table has every country with its code', () => {
  expect(diallingCodes.size).toBe(243);
  expect([...diallingCodes.values()].filter((code) => !/^\d{1,4}$/.test(code))).toEqual([]);
});

test.each([
  ['New Zealand', '64'],
  ['UK', '44'],
  ['USA', '1'],
  ['India', '91'],
  ['  new ZEALAND ', '64'],
  ['United States (USA)', '1'],
  ['Jamaica (West Indies)', '1876'],
  ['CÔTE D’IVOIRE', '225'],
])('%s has the code %s', (country, code) => {
  expect(diallingCode(country)).toBe(code);
});

test('an unknown country is returned unchanged', () => {
  expect(diallingCode('Atlantis (lost)')).toBe('Atlantis (lost)');
  expect(diallingCode('64')).toBe('64');
});

test('a country is found by its name in the table', () => {
  expect(findCountry('türkiye')).toBe('Turkey');
  expect(findCountry('Myanmar (Burma)')).toBe('Myanmar');
  expect(findCountry('Korea, Republic of')).toBe('South Korea');
  expect(findCountry('Atlantis')).toBeNull();
});

test('every other name leads to a country in the table', () => {
  for (const name of ['Holy See', 'Great Britain', 'St. Lucia', 'Saint Vincent and the Grenadines']) {
    expect(diallingCodes.has(findCountry(name)!)).toBe(true);
  }
});
