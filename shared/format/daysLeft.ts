import { pluralize } from './count.ts';

/** '12 days left', 'Last day', '3 days overdue'; 0 is the last day. */
export const daysLeft = (days: number) =>
  days === 0 ? 'Last day' : `${pluralize(Math.abs(days), 'day')} ${days > 0 ? 'left' : 'overdue'}`;
