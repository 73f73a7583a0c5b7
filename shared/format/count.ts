const grouped = new Intl.NumberFormat('en-GB');

/** 1,240. */
export const count = (n: number) => grouped.format(n);

/** "The newest 100 of 1,240 downloads", below a shortened list. */
export const newest = (shown: number, total: number, things: string) =>
  `The newest ${count(shown)} of ${count(total)} ${things}`;
