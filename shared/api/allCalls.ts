/** All calls: once in one object for tests, and once by subject for the OpenAPI page. */
import { bulkCalls } from './bulkCalls.ts';
import { customerCalls } from './customerCalls.ts';
import { defencePackCalls } from './defencePackCalls.ts';
import { documentCalls } from './documentCalls.ts';
import { folderCalls } from './folderCalls.ts';
import { gatewayCalls } from './gatewayCalls.ts';
import { intakeCalls } from './intake/intakeCalls.ts';
import { invoiceCalls } from './invoiceCalls.ts';
import { mailCalls } from './mailCalls.ts';
import { messageCalls } from './messageCalls.ts';
import { orderCalls } from './orderCalls.ts';
import { remarkCalls } from './remarkCalls.ts';
import { remoteCalls } from './remoteCalls.ts';
import { sessionCalls } from './sessionCalls.ts';
import { snippetCalls } from './snippetCalls.ts';
import { summaryCalls } from './summaryCalls.ts';
import { teamCalls } from './teamCalls.ts';
import { timelineCalls } from './timelineCalls.ts';

export const allCalls = {
  ...sessionCalls,
  ...folderCalls,
  ...orderCalls,
  ...bulkCalls,
  ...timelineCalls,
  ...remarkCalls,
  ...snippetCalls,
  ...messageCalls,
  ...documentCalls,
  ...mailCalls,
  ...gatewayCalls,
  ...summaryCalls,
  ...invoiceCalls,
  ...defencePackCalls,
  ...customerCalls,
  ...intakeCalls,
  ...teamCalls,
  ...remoteCalls,
};

export const callsBySubject = [
  { name: 'Signing in', description: 'The signed-in member', calls: sessionCalls },
  { name: 'Folders', description: 'Their counts and lists', calls: folderCalls },
  { name: 'Orders', description: 'One order, and actions on one or many', calls: orderCalls },
  { name: 'Bulk jobs', description: 'Progress of actions on many orders', calls: bulkCalls },
  {
    name: 'Comments',
    description: 'Timeline and snippets',
    calls: { ...timelineCalls, ...remarkCalls, ...snippetCalls },
  },
  { name: 'Messages', description: 'Questions to the customer and their answers', calls: messageCalls },
  { name: 'Documents', description: 'Documents and emails to the customer', calls: documentCalls },
  { name: 'Mail', description: 'Queued email', calls: mailCalls },
  { name: 'Team', description: 'Members and their passwords', calls: teamCalls },
  { name: 'Payment gateways', description: 'Which one is active', calls: gatewayCalls },
  { name: 'Summaries', description: 'Orders between two dates, by country and by member', calls: summaryCalls },
  { name: 'Invoices', description: 'For paid orders', calls: invoiceCalls },
  { name: 'Defence packs', description: 'Evidence to respond to a dispute', calls: defencePackCalls },
  {
    name: 'Customers',
    description: 'An order’s progress and its document; also on the public origin',
    calls: customerCalls,
  },
  { name: 'Remotes', description: 'Failures in browsers', calls: remoteCalls },
  { name: 'Order intake', description: 'Orders and payments from other systems', calls: intakeCalls },
];
