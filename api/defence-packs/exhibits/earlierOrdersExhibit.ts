import { packTime } from 'shared/format/dates';
import { money } from 'shared/format/money';
import type { CompellingEvidence } from '../compellingEvidence.ts';
import type { ExhibitContent, RoomFor } from '../packContent.ts';
import type { PackSources } from '../packSources.ts';
import { counted, orNotRecorded, placeText } from '../packText.ts';

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
