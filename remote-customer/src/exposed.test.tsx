import { testRemote } from 'shared/testing/testRemote';
import { descriptor } from './descriptor.ts';
import * as exposed from './exposed.tsx';

testRemote('remote-customer', { exposed, descriptor });

test('the descriptor has a page for every other URL', () => {
  expect(exposed.exposed.routes.map(({ path }) => path)).toContain('*');
});
