import { requestDigest as digestWith } from './requestDigest.ts';

const secret = Buffer.from('a secret of the tests, long enough');
const requestDigest = (what: Parameters<typeof digestWith>[1]) => digestWith(secret, what);

const file = (sha256: string) => ({
  field: 'document',
  path: '/tmp/0',
  originalName: 'a.pdf',
  mimetype: '',
  size: 1,
  sha256,
});
const given = {
  call: 'PUT /a/:id',
  params: { id: '1' },
  input: { id: '1', list: ['a', 'b'], deep: { one: 1, two: 2 } },
  files: { document: file('aa') },
};

test('the same is the same, in whatever order its fields come and wherever its files lie', () => {
  const again = {
    files: { document: { ...file('aa'), path: '/tmp/other' } },
    input: { deep: { two: 2, one: 1 }, list: ['a', 'b'], id: '1', left: undefined },
    params: { id: '1' },
    call: 'PUT /a/:id',
  };
  expect(requestDigest(again)).toBe(requestDigest(given));
  expect(requestDigest(given)).toMatch(/^[0-9a-f]{64}$/);
});

test.each<[string, Partial<typeof given>]>([
  ['another call', { call: 'PUT /b/:id' }],
  ['another path part', { params: { id: '2' } }],
  ['another field', { input: { ...given.input, id: '2' } }],
  ['another order in a list', { input: { ...given.input, list: ['b', 'a'] } }],
  ['another depth', { input: { ...given.input, deep: { one: 1, two: 3 } } }],
  ['another file', { files: { document: file('bb') } }],
  ['no file', { files: {} as typeof given.files }],
])('%s is another', (_what, other) => {
  expect(requestDigest({ ...given, ...other })).not.toBe(requestDigest(given));
});

test('with another secret it is another: nobody tries out on it what a call was given', () => {
  expect(digestWith(Buffer.from('another secret, which is as long'), given)).not.toBe(requestDigest(given));
});
