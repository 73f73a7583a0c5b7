import { pluralize } from 'shared/format/count';
import { packTime } from 'shared/format/dates';
import type { PackSources } from '../readSources.ts';
import {
  type Item,
  item,
  orNotRecorded,
  locationText,
  amountText,
  type ExhibitContent,
  blocksOf,
  table,
  type RowLimit,
} from '../packText.ts';

const maxOrders = 25;

export function earlierOrdersExhibit(sources: PackSources, rowLimit: RowLimit): ExhibitContent {
  const { earlier, order, places } = sources;
  const shown = earlier.slice(0, rowLimit(maxOrders));
  const more = earlier.length - shown.length;
  return {
    title: 'Earlier orders with the same email, and Compelling Evidence 3.0',
    blocks: blocksOf(
      shown.length === 0
        ? 'This email address has no earlier order that was paid and neither disputed nor refunded.'
        : 'Paid orders with the same email address that were neither disputed nor refunded, newest first.',
      shown.length > 0 &&
        table(
          { Order: 16, 'Paid (UTC)': 24, Amount: 18, 'IP address': 28, Compared: 14 },
          shown.map((one) => [
            one.orderId,
            packTime(one.paidAt),
            orNotRecorded(amountText(one)),
            one.ip ? locationText(one.ip, places) : orNotRecorded(null),
            one.ip && order.ip ? (one.ip === order.ip ? 'match' : 'mismatch') : 'not known',
          ]),
        ),
      more > 0 && `${pluralize(more, 'older order')} omitted here.`,
      { kind: 'heading', said: 'Visa Compelling Evidence 3.0' },
      compellingEvidence(sources).conclusion,
    ),
  };
}

/** Days that Visa requires between an earlier transaction and the dispute (rule 13.21). */
const earlierDays = { min: 120, max: 365 };
const day = 86_400_000;

interface CompellingEvidence {
  isEligible: boolean;
  /** Why the order is eligible, or the first condition that it does not meet. */
  conclusion: string;
}

/**
 * Requires two earlier undisputed orders in Visa's window with the same email and IP address. Devices and cards cannot
 * be compared: devices have no id, and only the payment provider knows the card.
 */
export function compellingEvidence({ order, earlier, records, at }: PackSources): CompellingEvidence {
  const disputedAt = records.disputedAt ? Date.parse(records.disputedAt) : at.getTime();
  const inWindow = earlier.filter(({ paidAt }) => {
    const age = (disputedAt - paidAt.getTime()) / day;
    return age >= earlierDays.min && age <= earlierDays.max;
  });
  const sharing = inWindow.filter(({ ip }) => ip !== null && ip === order.ip);
  const not = (why: string) => ({ isEligible: false, conclusion: `Not eligible: ${why}` });
  const window = `${earlierDays.min} to ${earlierDays.max} days before the dispute`;
  if (earlier.length === 0) return not('there is no earlier undisputed, paid order with this email address.');
  if (inWindow.length < 2) {
    return not(`two earlier undisputed orders paid ${window} are needed, and ${foundText(inWindow, earlier)}.`);
  }
  if (!order.ip) return not('the IP address of this order was not recorded, and no device ID is kept.');
  if (sharing.length < 2) {
    return not(
      `of the ${inWindow.length} earlier orders paid ${window}, ${sharing.length} came from this order’s IP address; two are needed.`,
    );
  }
  return {
    isEligible: true,
    conclusion: `Eligible according to these records (Visa dispute reason 10.4): ${pluralize(sharing.length, 'earlier undisputed order')} paid ${window}, with the same email address and IP address. Only the payment provider can confirm that all were paid with the same card; add that confirmation.`,
  };
}

function foundText(inWindow: PackSources['earlier'], earlier: PackSources['earlier']): string {
  const there = inWindow.length === 0 ? 'there are none' : 'there is only one';
  const outside = earlier.length - inWindow.length;
  return outside > 0 ? `${there} (${outside} ${outside === 1 ? 'was' : 'were'} paid outside this period)` : there;
}

export function earlierItem(sources: PackSources): Item {
  const { isEligible, conclusion } = compellingEvidence(sources);
  return item(isEligible, {
    yes: 'Visa Compelling Evidence 3.0',
    no: 'No Visa Compelling Evidence 3.0',
    detail: conclusion,
  });
}
