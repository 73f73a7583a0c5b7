/** What the frame around the pages shows of the order in them: brand, links and footer follow its landing domain. */
import { landingDomain, type LandingDomain } from 'shared/rules/landingDomains';
import { create } from 'zustand';

interface ShownOrder {
  domain: LandingDomain;
  /** The site's navigation shows only once an order's details are loaded (rules 16.17). */
  isLoaded: boolean;
}

export const useShownOrder = create<ShownOrder>(() => ({ domain: landingDomain(null), isLoaded: false }));

/** An order's details are on the page. */
export function showOrder(ofDomain: string | null) {
  useShownOrder.setState({ domain: landingDomain(ofDomain), isLoaded: true });
}

/** No order is on the page; the domain, if it is known, is that of the order that is looked for. */
export function showNoOrder(ofDomain: string | null = null) {
  useShownOrder.setState({ domain: landingDomain(ofDomain), isLoaded: false });
}
