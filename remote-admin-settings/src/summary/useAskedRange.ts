import { useSearchParams } from 'react-router-dom';

/** Two days, YYYY-MM-DD; empty: no end on that side. */
export interface AskedRange {
  fromDate: string;
  toDate: string;
}

/** The days that the address names (`?from=2026-11-01&to=2026-11-21`), so that a reload, a link and Back show the same. */
export function useAskedRange() {
  const [search, setSearch] = useSearchParams();
  const asked: AskedRange = { fromDate: search.get('from') ?? '', toDate: search.get('to') ?? '' };
  const ask = ({ fromDate, toDate }: AskedRange) =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      for (const [name, day] of Object.entries({ from: fromDate, to: toDate })) {
        if (day) next.set(name, day);
        else next.delete(name);
      }
      return next;
    });
  return { asked, ask };
}
