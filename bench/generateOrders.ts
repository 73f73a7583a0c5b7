/** `npm run -s generate -- N [--seed S] [--today YYYY-MM-DD]`: prints N valid orders, one JSON line each. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { SeededRandom } from '../api/testing/SeededRandom.ts';
import { customers } from '../api/demo/demoOrders.ts';

interface Generate {
  count: number;
  seed: number;
  /** YYYY-MM-DD, UTC. */
  today: string;
}

const day = 86_400_000;
const spanMs = 3 * 365 * day;
const firstId = 1_000_001;
const landingDomains = ['declaration.example.com', 'arrival-card.example.net', 'nz.entry-form.example.org'];
const userAgents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
];

// In Latin script, any first name goes with any last name, for variety.
const latin = customers.filter(({ fullName }) => /^[\p{Script=Latin}\p{P}\s]+$/u.test(fullName));
const answers = customers.map(({ declaration }) =>
  Object.fromEntries(Object.entries(declaration).filter(([, value]) => value !== null)),
);

/**
 * Deterministic orders from the three years up to `today`. A tenth is unpaid, a tenth has a future processing date.
 */
export function* generatedOrders({ count, seed, today }: Generate): Generator<string> {
  const chance = new SeededRandom(seed);
  const end = Date.parse(today);
  const step = spanMs / count;
  for (let index = 0; index < count; index++) {
    const createdAt = Math.floor(end - (count - index - chance.next()) * step);
    yield `${JSON.stringify(order(chance, { index, createdAt, end }))}\n`;
  }
}

function order(chance: SeededRandom, { index, createdAt, end }: { index: number; createdAt: number; end: number }) {
  const customer = chance.oneOf(customers);
  const { lastName, fullName } = latin.includes(customer) ? chance.oneOf(latin) : customer;
  const processing = chance.happens(0.1) ? end + chance.between(1, 330) * day : createdAt;
  const arrival = new Date(processing + chance.between(2, 20) * day);
  const priority = chance.happens(0.2);
  const email = `${customer.mailbox}.${chance.between(1, 99_999)}@example.com`;
  const created = new Date(createdAt).toISOString();
  return {
    ...chance.oneOf(answers),
    order_id: String(firstId + index),
    first_name: customer.firstName,
    last_name: lastName,
    ...(!latin.includes(customer) && { full_name: fullName }),
    email,
    confirm_email: email,
    ...(chance.happens(0.1) && { contact_email_address: `travel.${email}` }),
    country_code: customer.countryCode,
    phone_number: `${chance.between(20, 99)} 000 ${chance.between(1_000, 9_999)}`,
    created_at: created,
    processing_date: new Date(processing).toISOString().slice(0, 10),
    processing_mode: priority ? 'priority' : 'standard',
    landing_domain: chance.oneOf(landingDomains),
    ...(chance.happens(0.9) && { paid_at: created, amount: priority ? '119.00' : '79.00', currency: 'NZD' }),
    order_ip: `203.0.113.${chance.between(1, 254)}`,
    order_user_agent: chance.oneOf(userAgents),
    passport_number: `${chance.oneOf(['L', 'N', 'P', 'Z'])}${chance.between(1_000_000, 9_999_999)}`,
    day_of_arrival: String(arrival.getUTCDate()),
    month_of_arrival: String(arrival.getUTCMonth() + 1),
    year_of_arrival: String(arrival.getUTCFullYear()),
  };
}

async function writeOrders() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string', default: '1' }, today: { type: 'string' } },
  });
  const today = values.today ?? new Date().toISOString().slice(0, 10);
  const [count = ''] = positionals;
  if (!/^\d{1,9}$/.test(count) || !/^\d{1,9}$/.test(values.seed) || Number.isNaN(Date.parse(today))) {
    throw new Error('Usage: npm run -s generate -- N [--seed S] [--today YYYY-MM-DD]');
  }
  const orders = generatedOrders({ count: Number(count), seed: Number(values.seed), today });
  await pipeline(Readable.from(orders), process.stdout);
}

if (import.meta.main) {
  await writeOrders().catch((error: NodeJS.ErrnoException) => {
    // `… | head` closes the pipe early.
    if (error.code === 'EPIPE') return;
    console.error(error.message);
    process.exitCode = 1;
  });
}
