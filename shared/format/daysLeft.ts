/** '12 days left', 'Last day', '3 days overdue'; 0 is the last day. */
export function daysLeft(days: number): string {
  if (days === 0) return 'Last day';
  const count = Math.abs(days);
  return `${count} ${count === 1 ? 'day' : 'days'} ${days > 0 ? 'left' : 'overdue'}`;
}
