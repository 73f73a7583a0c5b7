/** Defence packs: types, verdicts and deadlines (rules 13.1 to 13.12). */

export const defencePackTypes = [1, 2] as const;
export type DefencePackType = (typeof defencePackTypes)[number];

export const defencePackNames: Readonly<Record<DefencePackType, string>> = {
  1: 'email and delivery',
  2: 'access',
};

/** The history in each letter's timeline. */
export const defencePackHistories: Readonly<Record<DefencePackType, string>> = {
  1: 'email history',
  2: 'download history',
};

/** Words, not a score. A verdict never prevents making a pack. */
export const packVerdicts = ['Ready', 'Enough to send', 'Not useful yet'] as const;
export type PackVerdict = (typeof packVerdicts)[number];

/**
 * Days to answer after the move to Charge Back: the shortest limit of a card scheme (20 to 30 days), because orders do
 * not know their scheme.
 */
export const disputeDays = 20;

/** The limits of card schemes and banks. */
export const packLimits = { pages: 20, bytes: 2 * 1_048_576 };
