import type { Call, CallInput } from 'shared/api/call';
import { callOrThrow, signInTo } from '../../api/testing/callProduct.ts';
import type { Desk } from '../startDesk.ts';
import type { staff } from './staffPages.ts';

/** Signs a member in to the API. Returns a function that sends a call and throws if it fails or breaks the contract. */
export async function memberOf(desk: Desk, role: keyof typeof staff) {
  const token = await signInTo(desk.staff, role);
  return <C extends Call>(call: C, input: CallInput<C>) => callOrThrow(desk.staff, call, input, { token });
}
