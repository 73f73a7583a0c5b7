import type { customerCalls } from 'shared/api/customerCalls';
import type { ParsedInput } from 'shared/api/call';
import { landingDomain } from 'shared/rules/landingDomains';
import type { Context, Reply } from '../http/serve.ts';
import { findDomainFor } from './customerQueries.ts';

type SiteCall = typeof customerCalls.site;

/** The site of an order. An id that no order has is answered the site of its neighbour, so that nothing tells whether it is one. */
export async function orderSite(
  { orderId }: ParsedInput<SiteCall>,
  { db }: Context<SiteCall>,
): Promise<Reply<SiteCall>> {
  return { message: '', data: { landing_domain: landingDomain(await findDomainFor(db, orderId)).domain } };
}
