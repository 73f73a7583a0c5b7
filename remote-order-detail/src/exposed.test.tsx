import { testRemote } from 'shared/testing/testRemote';
import { descriptor } from './descriptor.ts';
import * as exposed from './exposed.tsx';

testRemote('remote-order-detail', { exposed, descriptor });
