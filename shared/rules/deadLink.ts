/** What the address of the tracking form ends in when a link to a document led there that works no longer (rules 16.47). */
export const deadLinkQuery = '?link=expired';

/** Whether a query says so, among any other parameters. */
export const hasExpiredLink = (query: string): boolean => new URLSearchParams(query).get('link') === 'expired';
