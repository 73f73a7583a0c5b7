/** Every call there is: the server registers these, the walk over routes and roles and the OpenAPI page read them. */
import { customerCalls } from './customerCalls.ts';
import { documentCalls } from './documentCalls.ts';
import { intakeCalls } from './intakeCalls.ts';
import { orderCalls } from './orderCalls.ts';
import { sessionCalls } from './sessionCalls.ts';

export const allCalls = { ...sessionCalls, ...orderCalls, ...documentCalls, ...customerCalls, ...intakeCalls };
