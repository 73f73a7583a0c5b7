import { packTime } from 'shared/format/dates';
import { money } from 'shared/format/money';
import type { ExhibitContent, RoomFor } from '../packContent.ts';
import type { EarlierOrder, PackSources } from '../packSources.ts';
import { counted, item, type Item, orNotRecorded, placeText } from '../packText.ts';

const mostOrders = 25;

/** Earlier undisputed orders of the same e-mail, and what they are worth as evidence. */
export function earlierOrdersExhibit(
  { earlier, order, places }: PackSources,
  { said }: CompellingEvidence,
  roomFor: RoomFor,
): ExhibitContent {
  const shown = earlier.slice(0, roomFor(mostOrders));
  const more = earlier.length - shown.length;
  return {
    title: 'Earlier orders of the same e-mail, and Compelling Evidence 3.0',
    blocks: [
      {
        kind: 'said',
        said:
          shown.length === 0
            ? 'There is no earlier order of this e-mail address that was paid and neither disputed nor refunded.'
            : 'Orders of the same e-mail address that were paid, and neither disputed nor refunded; the newest first.',
      },
      ...(shown.length > 0
        ? [
            {
              kind: 'table',
              heads: ['Order', 'Paid (UTC)', 'Amount', 'IP address', 'Compared'],
              widths: [16, 24, 18, 28, 14],
              rows: shown.map((one) => [
                one.orderId,
                packTime(one.paidAt),
                orNotRecorded(one.amount !== null && one.currency !== null ? money(one.amount, one.currency) : null),
                one.ip ? placeText(one.ip, places) : orNotRecorded(null),
                one.ip && order.ip ? (one.ip === order.ip ? 'match' : 'mismatch') : 'not known',
              ]),
            } as const,
          ]
        : []),
      ...(more > 0 ? [{ kind: 'said', said: `${counted(more, 'older order')} left out here.` } as const] : []),
      { kind: 'heading', said: 'Visa Compelling Evidence 3.0' },
      { kind: 'said', said },
    ],
  };
}

/** Visa's window: an earlier transaction is so many days older than the dispute (rules 13.21). */
const earlierDays = { least: 120, most: 365 };
const day = 86_400_000;

interface CompellingEvidence {
  isEligible: boolean;
  /** 'Not eligible: …', with the first thing that is missing. */
  said: string;
}

/**
 * Whether Visa's Compelling Evidence 3.0 can be claimed by what is recorded: two earlier undisputed transactions, 120 to 365
 * days before the dispute, that share with this one the IP address or the device, and one more of account, address or
 * those. A customer's account here is the e-mail; a device has no id, for a browser's description is shared by many. The
 * card is known to the payment provider alone, so the most that can be said is conditional.
 */
export function compellingEvidence({ order, earlier, records, at }: Omit<PackSources, 'fault'>): CompellingEvidence {
  const disputedAt = records.disputedAt ? Date.parse(records.disputedAt) : at.getTime();
  const inWindow = earlier.filter(({ paidAt }) => {
    const age = (disputedAt - paidAt.getTime()) / day;
    return age >= earlierDays.least && age <= earlierDays.most;
  });
  const sharing = inWindow.filter((one) => hasIp(one, order.ip));
  const not = (why: string) => ({ isEligible: false, said: `Not eligible: ${why}` });
  const window = `${earlierDays.least} to ${earlierDays.most} days before the dispute`;
  if (earlier.length === 0) return not('there is no earlier undisputed, paid order of this e-mail address.');
  if (inWindow.length < 2) {
    return not(`two earlier undisputed orders paid ${window} are needed, and ${foundText(inWindow, earlier)}.`);
  }
  if (!order.ip) return not('the IP address of this order was not recorded, and no device id is kept.');
  if (sharing.length < 2) {
    return not(
      `of the ${inWindow.length} earlier orders paid ${window}, ${sharing.length} came from the IP address of this order; two are needed.`,
    );
  }
  return {
    isEligible: true,
    said: `Eligible as far as these records go, for Visa’s dispute reason 10.4: ${counted(sharing.length, 'earlier undisputed order')} paid ${window}, with the same e-mail address and the same IP address. That all were paid with the same card is known to the payment provider, and has to be shown with this.`,
  };
}

const hasIp = (one: EarlierOrder, ip: string | null) => ip !== null && one.ip === ip;

function foundText(inWindow: readonly EarlierOrder[], earlier: readonly EarlierOrder[]): string {
  const there = inWindow.length === 0 ? 'none is there' : 'only one is there';
  const outside = earlier.length - inWindow.length;
  return outside > 0 ? `${there} (${outside} more ${outside === 1 ? 'was' : 'were'} paid at another time)` : there;
}

export function earlierItem(sources: Omit<PackSources, 'fault'>): Item {
  const { isEligible, said } = compellingEvidence(sources);
  return item(isEligible, {
    yes: 'Visa Compelling Evidence 3.0',
    no: 'No Visa Compelling Evidence 3.0',
    detail: said,
  });
}
