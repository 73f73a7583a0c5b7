/** Defence packs: types, verdicts and deadlines (rules 13.1 to 13.12). */

export const defencePackTypes = [1, 2] as const;
export type DefencePackType = (typeof defencePackTypes)[number];

export const defencePackNames: Readonly<Record<DefencePackType, string>> = {
  1: 'email and delivery',
  2: 'access',
};

/** The history shown in the timeline of each pack's letter. */
export const defencePackHistories: Readonly<Record<DefencePackType, string>> = {
  1: 'email history',
  2: 'download history',
};

/** Words, not a score. No verdict prevents staff from making a pack. */
export const packVerdicts = ['Ready', 'Enough to send', 'Not useful yet'] as const;
export type PackVerdict = (typeof packVerdicts)[number];

/**
 * Days to answer a dispute, from the move to Charge Back. Card schemes allow 20 to 30 days. Orders do not record their
 * scheme, so the shortest limit applies.
 */
export const disputeDays = 20;

/** Disputes with fewer days left than this are urgent (rule 13.60). */
export const urgentDays = 5;

/** The maximum size of a pack that card schemes and banks accept. */
export const packLimits = { pages: 20, bytes: 2 * 1_048_576 };
