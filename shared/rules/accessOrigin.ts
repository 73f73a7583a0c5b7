/** The site on which order id and email were entered. The public and the staff site both have a tracking page. */
export const accessOrigins = ['public', 'staff'] as const;
export type AccessOrigin = (typeof accessOrigins)[number];
