/** Times in America/New_York, called EST (rule 19.1). Avoids dayjs, which is too big for the public site. */

/** Reused, because creating a formatter is slow and an order page may format hundreds of timestamps. */
const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  ...{ hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true },
});

/** 'MM-DD-YYYY' and 'h:mm:ss'. */
export function inNewYork(at: string | Date): { day: string; time: string } {
  const parts = Object.fromEntries(newYork.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  return {
    day: `${parts.month}-${parts.day}-${parts.year}`,
    time: `${parts.hour}:${parts.minute}:${parts.second}`,
  };
}

/** Histories: 'MM-DD-YYYY h:mm:ss (EST)'. */
export function historyTime(iso: string): string {
  const { day, time } = inNewYork(iso);
  return `${day} ${time} (EST)`;
}
