import { CalendarDays } from 'lucide-react';
import { useRef } from 'react';
import type { CallInput } from 'shared/api/call';
import { summaryCalls } from 'shared/api/summaryCalls';
import { useForm, valibotResolver, type CallError } from 'shared/desk';
import { parseDay, listDay } from 'shared/format/dates';
import { Button, Field } from 'shared/kit/base';
import * as v from 'valibot';
import classes from './Summary.module.css';

/** YYYY-MM-DD; empty means no limit. */
export interface RequestedRange {
  fromDate: string;
  toDate: string;
}

interface RangeFormProps {
  requestedRange: RequestedRange;
  error: CallError | null;
  onSubmit: (range: RequestedRange) => void;
}

const days = [
  { name: 'fromDate', label: 'From' },
  { name: 'toDate', label: 'To' },
] as const;

/** Accepts a day as people write it, and converts it for the call's schema. */
const dayText = (label: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === '' || parseDay(text) !== null, `Enter the ${label} date as DD/MM/YYYY.`),
    v.transform((text) => parseDay(text) ?? ''),
  );
const range = v.pipe(
  v.object({ fromDate: dayText('From'), toDate: dayText('To') }),
  v.transform((typed): CallInput<typeof summaryCalls.countries> => typed),
  summaryCalls.countries.input,
  v.transform(({ fromDate, toDate }) => ({ fromDate: fromDate ?? '', toDate: toDate ?? '' })),
);

/** Formats a day from the URL as in the lists. Invalid text stays unchanged, so that the API refuses it. */
const shownDay = (day: string) => (parseDay(day) ? listDay(day) : day);

/** From, To and Submit, validated by the call's schema. Days are typed, or chosen in the browser's calendar. */
export function RangeForm({ requestedRange, error, onSubmit }: RangeFormProps) {
  const shown = { fromDate: shownDay(requestedRange.fromDate), toDate: shownDay(requestedRange.toDate) };
  const { register, handleSubmit, setValue, clearErrors, watch, formState } = useForm({
    resolver: valibotResolver(range),
    values: shown,
  });
  const typed = watch();
  // The API's errors apply only to the dates that it refused.
  const refused = typed.fromDate === shown.fromDate && typed.toDate === shown.toDate ? error?.fieldErrors : undefined;
  return (
    <form className={classes.range} noValidate onSubmit={handleSubmit(onSubmit)}>
      {days.map(({ name, label }) => {
        const text = formState.errors[name]?.message ?? refused?.[name];
        return (
          <Field
            key={name}
            label={label}
            className={classes.day}
            placeholder="DD/MM/YYYY"
            autoComplete="off"
            // Without an `error` prop, Field reserves no line for errors. They appear only on submit.
            {...(text && { error: text })}
            {...register(name, { deps: ['fromDate'], onChange: () => clearErrors() })}
            end={
              <Calendar
                label={`Choose ${label} date`}
                day={parseDay(typed[name])}
                onChoose={(day) => {
                  setValue(name, day && listDay(day));
                  clearErrors();
                }}
              />
            }
          />
        );
      })}
      {/* After an error, Retry is the primary button (rule 24.1). */}
      <Button
        type="submit"
        variant={error && error.httpStatus !== 400 ? 'outlined' : 'contained'}
        className={classes.submit}
      >
        Submit
      </Button>
    </form>
  );
}

interface CalendarProps {
  label: string;
  /** YYYY-MM-DD. */
  day: string | null;
  /** Empty if the day was cleared in the calendar. */
  onChoose: (day: string) => void;
}

/** Opens the browser's calendar. Hides the browser's date field, whose format depends on the browser's language. */
function Calendar({ label, day, onChoose }: CalendarProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={classes.choose} aria-label={label} onClick={() => picker.current?.showPicker()}>
        <CalendarDays size={16} strokeWidth={1.75} aria-hidden />
      </button>
      <input
        ref={picker}
        type="date"
        className={classes.picker}
        tabIndex={-1}
        aria-hidden
        value={day ?? ''}
        onChange={(event) => onChoose(event.target.value)}
      />
    </>
  );
}
