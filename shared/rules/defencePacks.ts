/** Defence packs: what there is, how it is judged, and how long a dispute may be answered (rules 13.1 to 13.12). */

export const defencePackTypes = [1, 2] as const;
export type DefencePackType = (typeof defencePackTypes)[number];

/** What each pack is about. */
export const defencePackNames: Readonly<Record<DefencePackType, string>> = {
  1: 'e-mail and delivery',
  2: 'access',
};

/** The history that each letter shows in its timeline. */
export const defencePackHistories: Readonly<Record<DefencePackType, string>> = {
  1: 'e-mail history',
  2: 'download history',
};

/** How useful a pack is: words, never a score, and it never keeps a pack from being made. */
export const packVerdicts = ['Ready', 'Enough to send', 'Not useful yet'] as const;
export type PackVerdict = (typeof packVerdicts)[number];

/**
 * Days for an answer, counted from when the order came to Charge Back: the shortest time that a card scheme gives (20 to
 * 30 days), since no order knows its scheme's date.
 */
export const disputeDays = 20;

/** The most that a pack may be: what schemes and banks take. */
export const packLimits = { pages: 20, bytes: 2 * 1_048_576 };
