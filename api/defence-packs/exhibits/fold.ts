/** The first and the last of many rows, and how many stand between them and are left out. */
export function ends<Row>(rows: readonly Row[], most: number): { first: Row[]; last: Row[]; between: Row[] } {
  if (rows.length <= most) return { first: [...rows], last: [], between: [] };
  const half = Math.floor(most / 2);
  return { first: rows.slice(0, half), last: rows.slice(-half), between: rows.slice(half, -half) };
}

/** Rows by day of UTC and by whatever else makes two of them alike, the earliest first. */
export function byDay<Row extends { at: string }>(rows: readonly Row[], alike: (row: Row) => string): Row[][] {
  return [...Map.groupBy(rows, (row) => `${row.at.slice(0, 10)} ${alike(row)}`).values()];
}
