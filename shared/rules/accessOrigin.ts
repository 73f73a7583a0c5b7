/** The site on which order id and email were entered: the public site, or the staff site, which has the same page. */
export const accessOrigins = ['public', 'staff'] as const;
export type AccessOrigin = (typeof accessOrigins)[number];
