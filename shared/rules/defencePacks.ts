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

/** Verdicts are words, not a score, and none prevents making a pack. */
export const packVerdicts = ['Ready', 'Enough to send', 'Not useful yet'] as const;
export type PackVerdict = (typeof packVerdicts)[number];

/**
 * Days to answer after the move to Charge Back. Card schemes allow 20 to 30 days, and orders do not name their scheme,
 * so the shortest limit applies.
 */
export const disputeDays = 20;

/** The limits of card schemes and banks. */
export const packLimits = { pages: 20, bytes: 2 * 1_048_576 };
