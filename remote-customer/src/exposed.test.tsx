import { testRemote } from 'shared/testing/testRemote';
import { descriptor } from './descriptor.ts';
import * as exposed from './exposed.tsx';

testRemote('remote-customer', { exposed, descriptor });

test('it has a page of its own for every other address', () => {
  expect(exposed.exposed.routes.map(({ path }) => path)).toContain('*');
});
