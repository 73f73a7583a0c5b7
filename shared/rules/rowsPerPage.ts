/** What a list may show at once. */
export const rowsPerPage = [10, 25, 50, 100, 500, 'all'] as const;
export type RowsPerPage = (typeof rowsPerPage)[number];
