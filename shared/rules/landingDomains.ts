/** Brand and links by landing domain (rule 16.16). */

const site = (domain: string, brand: string) => ({
  domain,
  brand,
  home: `https://${domain}/`,
  applyNow: `https://${domain}/apply-now`,
  additionalBenefits: `https://${domain}/additional-benefits`,
  terms: `https://${domain}/terms-and-conditions`,
  privacy: `https://${domain}/privacy-policy`,
  refund: `https://${domain}/refund-policy`,
  contact: `https://${domain}/contact-us`,
});

export type LandingDomain = ReturnType<typeof site>;

const defaultDomain = site('declaration.example.com', 'New Zealand Travel Declaration');

export const landingDomains: readonly LandingDomain[] = [
  defaultDomain,
  site('arrival-card.example.net', 'NZ Arrival Card Service'),
];

/** Ignores case and `www.`; unknown domains get the default. */
export function landingDomain(domain: string | null | undefined): LandingDomain {
  const hostName = domain
    ?.trim()
    .toLowerCase()
    .replace(/^www\./, '');
  return landingDomains.find((row) => row.domain === hostName) ?? defaultDomain;
}

/** The links on the customer's pages, in order: rule 16.17. */
export const customerNavigation = [
  ['home', 'Home'],
  ['applyNow', 'Apply Now'],
  ['additionalBenefits', 'Additional Benefits'],
  ['terms', 'Terms & Conditions'],
  ['privacy', 'Privacy Policy'],
  ['refund', 'Refund Policy'],
  ['contact', 'Contact Us'],
] as const satisfies readonly (readonly [Exclude<keyof LandingDomain, 'domain' | 'brand'>, string])[];
