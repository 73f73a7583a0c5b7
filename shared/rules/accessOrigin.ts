/** Where order id and email were entered: on the public site or on the staff site, which has the same page. */
export const accessOrigins = ['public', 'staff'] as const;
export type AccessOrigin = (typeof accessOrigins)[number];
