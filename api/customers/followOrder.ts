import type { customerCalls } from 'shared/api/customerCalls';
import type { ParsedInput } from 'shared/api/call';
import type { Context, Reply } from '../http/serve.ts';
import { customerView } from './customerView.ts';
import { findLiveOrder } from './findLiveOrder.ts';
import type { UsualTimes } from './usualTime.ts';

type FollowCall = typeof customerCalls.follow;

/** Whether the page of an order still shows how it stands: two short queries, and an answer of a few bytes. */
export async function followOrder(
  { orderId, mark }: ParsedInput<FollowCall>,
  { db, customer }: Context<FollowCall>,
  usual: UsualTimes,
): Promise<Reply<FollowCall>> {
  const view = await customerView(db, await findLiveOrder(db, orderId, customer), usual);
  const changed = view.mark !== mark;
  return {
    message: changed ? 'Your order has changed' : 'Nothing has changed',
    data: { changed, askAgain: view.askAgain },
  };
}
