import { customerNavigation, landingDomain } from './landingDomains.ts';

test('a known domain is found in any case and with www; others get the default', () => {
  expect(landingDomain('WWW.Arrival-Card.example.net').brand).toBe('NZ Arrival Card Service');
  expect(landingDomain('elsewhere.example').domain).toBe('declaration.example.com');
  expect(landingDomain(null).domain).toBe('declaration.example.com');
});

test('the navigation has the seven links of rule 16.17, each with a URL', () => {
  expect(customerNavigation.map(([, text]) => text)).toEqual([
    'Home',
    'Apply Now',
    'Additional Benefits',
    'Terms & Conditions',
    'Privacy Policy',
    'Refund Policy',
    'Contact Us',
  ]);
  for (const [key] of customerNavigation)
    expect(landingDomain(null)[key]).toMatch(/^https:\/\/declaration\.example\.com\//);
});
