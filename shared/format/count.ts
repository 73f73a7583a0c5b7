const grouped = new Intl.NumberFormat('en-GB');

/** 1,240. */
export const count = (n: number) => grouped.format(n);

/** "1 order", "1,240 orders". */
export const pluralize = (n: number, one: string, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

/** "The newest 100 of 1,240 downloads", below a shortened list. */
export const newest = (shown: number, total: number, things: string) =>
  `The newest ${count(shown)} of ${count(total)} ${things}`;
