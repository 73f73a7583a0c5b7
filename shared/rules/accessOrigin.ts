/** Where order id and email were entered: the public site, or the staff's, which has the page too. */
export const accessOrigins = ['public', 'staff'] as const;
export type AccessOrigin = (typeof accessOrigins)[number];
