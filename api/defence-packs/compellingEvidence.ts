import type { EarlierOrder, PackSources } from './packSources.ts';
import { counted } from './packText.ts';

/** Visa's window: an earlier transaction is so many days older than the dispute (rules 13.21). */
export const earlierDays = { least: 120, most: 365 };
const day = 86_400_000;

export interface CompellingEvidence {
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
