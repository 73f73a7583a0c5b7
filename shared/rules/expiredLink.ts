/** The tracking form's query string after an expired link to a document (rules 16.47). */
export const expiredLinkQuery = '?link=expired';

export const hasExpiredLink = (query: string): boolean => new URLSearchParams(query).get('link') === 'expired';
