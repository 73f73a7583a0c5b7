/** Where an order's id and e-mail were entered: on the customers' own site, or on the staff's, whose shell has the page too. */
export const accessOrigins = ['public', 'staff'] as const;
export type AccessOrigin = (typeof accessOrigins)[number];
