/** The query string with which an expired document link redirects to the tracking form (rule 16.47). */
export const expiredLinkQuery = '?link=expired';

export const hasExpiredLink = (query: string): boolean => new URLSearchParams(query).get('link') === 'expired';
