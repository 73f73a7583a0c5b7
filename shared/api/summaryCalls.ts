/** The two summaries: rules 15.1 to 15.8 and 21.6. */
import * as v from 'valibot';
import { parseDay } from '../format/dates.ts';
import { call } from './call.ts';

const isDay = (text: string) => parseDay(text) === text && !text.startsWith('0000');

/** A real date, YYYY-MM-DD. A missing or empty one becomes null: no limit on this side. */
const dayField = (name: 'From' | 'To') => {
  const wrong = `Enter the ${name} date as YYYY-MM-DD.`;
  return v.pipe(
    v.nullish(v.pipe(v.string(wrong), v.trim()), ''),
    v.check((text) => text === '' || isDay(text), wrong),
    v.transform((text) => (text === '' ? null : text)),
  );
};

const fields = v.object({ fromDate: dayField('From'), toDate: dayField('To') });

/** Whole UTC days, both included (rule 15.4). */
export type SummaryRange = v.InferOutput<typeof fields>;

/** If From is after To, the error belongs to From (rule 15.5). */
const range = v.pipe(
  fields,
  v.forward(
    v.partialCheck(
      [['fromDate'], ['toDate']],
      ({ fromDate, toDate }) => fromDate === null || toDate === null || fromDate <= toDate,
      'From date must not be after To date.',
    ),
    ['fromDate'],
  ),
);

const countryRow = v.object({
  /** The country's name in the dialling table; empty for orders without a nationality. */
  current_nationality: v.string(),
  count: v.number(),
  standard_count: v.number(),
  priority_count: v.number(),
  future_count: v.number(),
});
export type CountryRow = v.InferOutput<typeof countryRow>;

const processedByRow = v.object({
  processed_by: v.string(),
  count: v.number(),
  deleted: v.optional(v.literal(true)),
});
export type ProcessedByRow = v.InferOutput<typeof processedByRow>;

export const summaryCalls = {
  countries: call({
    method: 'POST',
    path: '/admin/get-country-order-count',
    needs: 'summary.countries',
    summary: 'Orders that arrived between two dates, by nationality, most first',
    writes: 'nothing',
    input: range,
    data: v.array(countryRow),
  }),
  processedBy: call({
    method: 'POST',
    path: '/admin/get-processed-by-count',
    needs: 'summary.processedBy',
    summary: 'Orders completed between two dates, by member, most first',
    writes: 'nothing',
    input: range,
    data: v.array(processedByRow),
  }),
};
