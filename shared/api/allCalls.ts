/** Every call there is: the server registers these, the walk over routes and roles and the OpenAPI page read them. */
import { customerCalls } from './customerCalls.ts';
import { defencePackCalls } from './defencePackCalls.ts';
import { documentCalls } from './documentCalls.ts';
import { gatewayCalls } from './gatewayCalls.ts';
import { intakeCalls } from './intakeCalls.ts';
import { invoiceCalls } from './invoiceCalls.ts';
import { mailCalls } from './mailCalls.ts';
import { messageCalls } from './messageCalls.ts';
import { orderCalls } from './orderCalls.ts';
import { remarkCalls } from './remarkCalls.ts';
import { sessionCalls } from './sessionCalls.ts';
import { summaryCalls } from './summaryCalls.ts';
import { teamCalls } from './teamCalls.ts';

export const allCalls = {
  ...sessionCalls,
  ...orderCalls,
  ...remarkCalls,
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
};

/** The same by what they are about, as the reference page shows them. */
export const callsBySubject = [
  { name: 'Signing in', description: 'Of whoever works at the desk', calls: sessionCalls },
  { name: 'Orders', description: 'Their folders, one order, and what is done to one or to many', calls: orderCalls },
  { name: 'Comments', description: 'Their timeline, and texts that are written often', calls: remarkCalls },
  { name: 'Messages', description: 'What the customer is asked, and what they answered', calls: messageCalls },
  { name: 'Documents', description: 'What an order’s customer is sent', calls: documentCalls },
  { name: 'Mail', description: 'What waits to be sent', calls: mailCalls },
  { name: 'Team', description: 'Its members, and how they come to their passwords', calls: teamCalls },
  { name: 'Payment gateways', description: 'Which one is active', calls: gatewayCalls },
  {
    name: 'Summaries',
    description: 'How many orders between two days, by country and by who completed them',
    calls: summaryCalls,
  },
  { name: 'Invoices', description: 'Of orders that are paid', calls: invoiceCalls },
  {
    name: 'Defence packs',
    description: 'What answers the dispute of a payment',
    calls: defencePackCalls,
  },
  {
    name: 'Customers',
    description: 'Where an order is, and its document; on the public origin as well',
    calls: customerCalls,
  },
  { name: 'Order intake', description: 'From the application form and the payment provider', calls: intakeCalls },
];
