import { orderCalls } from 'shared/api/orderCalls';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { refuseManyValues } from './readJson.ts';

const limits = { deepest: 3, most: 4 };
const looked = (json: string) => {
  try {
    refuseManyValues(json, limits);
    return 'taken';
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  ['{"a":1,"b":2,"c":3,"d":4}', 'taken'],
  ['{"a":1,"b":2,"c":3,"d":4,"e":5}', 'The body holds too many values'],
  ['[1,2,3,4,5]', 'The body holds too many values'],
  ['[{},{},{},{}]', 'The body holds too many values'],
  ['[[[1]]]', 'taken'],
  ['[[[[1]]]]', 'The body is nested too deep'],
  ['[[],[],[]]', 'The body holds too many values'],
  ['"[[[[,,,,,,"', 'taken'],
  ['{"[[[[":",,,,,,"}', 'taken'],
  [String.raw`["\"[[[[,,,,,", "\\", 1]`, 'taken'],
  [String.raw`["\\",1,2,3,4]`, 'The body holds too many values'],
  ['"never ends [[[[', 'taken'],
  ['', 'taken'],
])('%s is %s', (json, what) => {
  expect(looked(json)).toBe(what);
});

test('what no text ends is looked over once, not again and again', () => {
  const began = performance.now();
  refuseManyValues(`"${'\\"'.repeat(2_000_000)}`, limits);
  refuseManyValues(`"${'\\'.repeat(4_000_000)}"`, limits);
  expect(performance.now() - began).toBeLessThan(5_000);
});

onOneDriver(
  (api) => {
    const post = async (url: string, payload: string, headers: Record<string, string> = {}) => {
      const asJson = { ...headers, 'content-type': 'application/json' };
      const response = await api().staff.inject({ method: 'POST', url: `/api${url}`, payload, headers: asJson });
      return [response.statusCode, response.json().message] as const;
    };
    const keys = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1])));

    test('many keys, many entries and deep nesting are 400 without being looked into', async () => {
      const manyValues = [400, 'The body holds too many values'];
      const track = '/front/track-order';
      expect(await post(track, keys(1_000))).toEqual(manyValues);
      expect(await post(track, `[${'1,'.repeat(1_000)}1]`)).toEqual(manyValues);
      expect(await post(track, `{"orderId":${'['.repeat(21)}`)).toEqual([400, 'The body is nested too deep']);
      const headers = { authorization: await api().signIn('Team') };
      expect(await post(orderCalls.addRemark.path, keys(4_000), headers)).toEqual(manyValues);
    });

    test('keys that would change an object’s prototype are refused', async () => {
      for (const body of ['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}']) {
        expect((await post('/front/track-order', body))[0]).toBe(400);
      }
    });

    test('500 orders at once, and 500 of the intake with a hundred fields each, are not too many', async () => {
      const ids = Array.from({ length: 500 }, (_, index) => String(900_000_000_000_000_000n + BigInt(index)));
      const { httpStatus } = await api().callApi(
        orderCalls.assign,
        { orderId: ids, assignto: 'Tia Team' },
        { as: 'Team' },
      );
      expect(httpStatus).toBe(404);
      const fields = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field_${index}`, 'no']));
      const orders = JSON.stringify({ orders: Array.from({ length: 500 }, () => fields) });
      const [, message] = await post('/intake/orders', orders, { 'x-api-key': 'the key of the intake' });
      expect(message).not.toMatch(/too many values/);
    });
  },
  { INTAKE_API_KEY: 'the key of the intake' },
);
