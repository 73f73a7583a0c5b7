const grouped = new Intl.NumberFormat('en-GB');

/** How many there are, as people read it: 1,240. */
export const count = (n: number) => grouped.format(n);
