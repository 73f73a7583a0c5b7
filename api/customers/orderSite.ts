import { createHmac } from 'node:crypto';
import type { customerCalls } from 'shared/api/customerCalls';
import type { ParsedInput } from 'shared/api/call';
import { landingDomain, landingDomains } from 'shared/rules/landingDomains';
import type { Context, Reply } from '../http/serve.ts';
import { derivedKey } from '../signing/derivedKey.ts';
import { findLandingDomain } from './customerQueries.ts';

type SiteCall = typeof customerCalls.site;

/**
 * The site of an order. An id that no order has gets a known site, always the same one, so that neither the answer nor
 * its time tells whether there is such an order.
 */
export async function orderSite(
  { orderId }: ParsedInput<SiteCall>,
  { db }: Context<SiteCall>,
  secret: Uint8Array,
): Promise<Reply<SiteCall>> {
  const ofAbsent = siteOfAbsent(orderId, secret);
  const domain = await findLandingDomain(db, orderId);
  return { message: '', data: { landing_domain: domain === undefined ? ofAbsent : landingDomain(domain).domain } };
}

function siteOfAbsent(orderId: string, secret: Uint8Array): string {
  const digest = createHmac('sha256', derivedKey(secret, 'order site')).update(orderId).digest();
  return landingDomains[digest.readUInt32BE() % landingDomains.length]!.domain;
}
