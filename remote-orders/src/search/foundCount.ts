/** How many a search found, as a person reads it: "12", and "1,000+" when the API counted no further. */
export const foundCount = ({ total, more }: { total: number; more: boolean }) =>
  `${total.toLocaleString('en-GB')}${more ? '+' : ''}`;
