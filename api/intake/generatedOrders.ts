import { Chance } from '../demo/chance.ts';
import { demoDeclaration } from '../demo/demoDeclaration.ts';
import { demoPeople, type DemoPerson } from '../demo/demoPeople.ts';

interface Generate {
  count: number;
  seed: number;
  /** The UTC day on which they are made, YYYY-MM-DD: all came before it, and the future lies after it. */
  today: string;
}

const day = 86_400_000;
const spanDays = 3 * 365;
const firstId = 1_000_001;
const declarationsPerPerson = 40;
const landingDomains = ['declaration.example.com', 'arrival-card.example.net', 'nz.entry-form.example.org'];
const userAgents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
];

/**
 * Valid orders as the intake takes them, one JSON line each, the same for the same arguments: ids from 1000001, three
 * years up to `today` in the order of their ids, a tenth unpaid, a tenth in the future. In pieces of many lines, since
 * one at a time would be slow; and of each declaration only what is the order's own is made anew.
 */
export function* generatedOrders({ count, seed, today }: Generate): Generator<string> {
  const chance = new Chance(seed);
  const customers = demoPeople.map((person) => prepare(person, chance));
  const latin = customers.filter(({ person }) => /^[\p{Script=Latin}\p{P}\s]+$/u.test(person.first + person.last));
  const end = Date.parse(today);
  const step = (spanDays * day) / count;
  let piece = '';
  for (let index = 0; index < count; index++) {
    const customer = chance.oneOf(customers);
    // Within one script names mix, so that there are more of them.
    const lastName = customer.person.full || !latin.includes(customer) ? customer : chance.oneOf(latin);
    const createdAt = new Date(end - (count - index) * step + Math.floor(chance.next() * step));
    piece += orderLine({ index, customer, lastName, createdAt, end }, chance);
    if (piece.length > 500_000) {
      yield piece;
      piece = '';
    }
  }
  if (piece) yield piece;
}

interface Customer {
  person: DemoPerson;
  /** As JSON. */
  first: string;
  last: string;
  /** Members of a JSON object. */
  declarations: string[];
}

const ownAnswers = ['day_of_arrival', 'month_of_arrival', 'year_of_arrival', 'passport_number'];

function prepare(person: DemoPerson, chance: Chance): Customer {
  const declarations = Array.from({ length: declarationsPerPerson }, () => {
    const declaration = demoDeclaration(chance, person, new Date(0));
    const answered = Object.entries(declaration).filter(
      ([name, value]) => value !== null && !(Array.isArray(value) && value.length === 0) && !ownAnswers.includes(name),
    );
    return JSON.stringify(Object.fromEntries(answered)).slice(1, -1);
  });
  return { person, first: JSON.stringify(person.first), last: JSON.stringify(person.last), declarations };
}

interface Frame {
  index: number;
  customer: Customer;
  /** Whose last name they bear. */
  lastName: Customer;
  createdAt: Date;
  end: number;
}

function orderLine({ index, customer, lastName, createdAt, end }: Frame, chance: Chance): string {
  const { person, first, declarations } = customer;
  const created = createdAt.toISOString();
  const future = chance.happens(0.1);
  const processing = isoDay(future ? end + chance.between(1, 330) * day : createdAt.getTime());
  const arrival = new Date(Date.parse(processing) + chance.between(2, 20) * day);
  const priority = chance.happens(0.2);
  const email = `${person.mailbox}.${chance.between(1, 99_999)}@example.com`;
  const paid = chance.happens(0.9)
    ? `"paid_at":"${created}","amount":"${priority ? '119.00' : '79.00'}","currency":"NZD",`
    : '';
  const full = person.full ? `"full_name":${JSON.stringify(person.full)},` : '';
  return (
    `{"order_id":"${firstId + index}","first_name":${first},"last_name":${lastName.last},${full}` +
    `"email":"${email}","confirm_email":"${email}",` +
    (chance.happens(0.1) ? `"contact_email_address":"travel.${email}",` : '') +
    `"country_code":"${person.dialCode}","phone_number":"${chance.between(20, 99)} 000 ${chance.between(1_000, 9_999)}",` +
    `"created_at":"${created}","processing_date":"${processing}",` +
    `"processing_mode":"${priority ? 'priority' : 'standard'}","landing_domain":"${chance.oneOf(landingDomains)}",` +
    `${paid}"order_ip":"203.0.113.${chance.between(1, 254)}","order_user_agent":"${chance.oneOf(userAgents)}",` +
    `"passport_number":"${chance.oneOf(['L', 'N', 'P', 'Z'])}${chance.between(1_000_000, 9_999_999)}",` +
    `"day_of_arrival":"${arrival.getUTCDate()}","month_of_arrival":"${arrival.getUTCMonth() + 1}",` +
    `"year_of_arrival":"${arrival.getUTCFullYear()}",${chance.oneOf(declarations)}}\n`
  );
}

const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);
