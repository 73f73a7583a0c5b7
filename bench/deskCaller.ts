import type { Answer, Call, CallInput } from 'shared/api/call';
import { readExactAnswer } from 'shared/api/readExactAnswer';
import { askProduct, signInTo } from '../api/testing/callProduct.ts';
import type { Desk } from '../e2e/startDesk.ts';

export type Caller = <C extends Call>(call: C, input: CallInput<C>) => () => Promise<Answer<C>>;

/** Signs in once; then makes calls that must succeed. The first answer of each must keep the contract: then it is timed. */
export async function deskCaller(desk: Desk): Promise<Caller> {
  const token = await signInTo(desk.staff);
  return <C extends Call>(call: C, input: CallInput<C>) => {
    let read = false;
    return async () => {
      const response = await askProduct(desk.staff, call, input, { token });
      const text = await response.text();
      if (!response.ok) throw new Error(`${call.path}: ${response.status} ${text.slice(0, 200)}`);
      const answer = JSON.parse(text) as Answer<C>;
      if (!read) readExactAnswer(call, answer);
      read = true;
      return answer;
    };
  };
}
