import { count } from './count.ts';

/** What stands under a list that ends before its oldest rows: "The newest 100 of 1,240 downloads". */
export const newestOf = (shown: number, total: number, things: string) =>
  `The newest ${count(shown)} of ${count(total)} ${things}`;
