import type { FormEvent } from 'react';
import { summaryCalls } from 'shared/api/summaryCalls';
import { useForm, valibotResolver, type CallError } from 'shared/desk';
import { Button, Field } from 'shared/kit/base';
import classes from './Summary.module.css';
import type { AskedRange } from './SummaryScreen.tsx';

interface RangeFormProps {
  /** What the address names. */
  asked: AskedRange;
  /** Why it could not be loaded. */
  error: CallError | null;
  onSubmit: (range: AskedRange) => void;
}

/** From, To and Submit; judged by the call's own schema. The browser's pickers: known to hands and readers, and no byte. */
export function RangeForm({ asked, error, onSubmit }: RangeFormProps) {
  const { register, handleSubmit, setError, clearErrors, watch, formState } = useForm({
    resolver: valibotResolver(summaryCalls.countries.input),
    values: asked,
  });
  const { errors } = formState;
  const [fromDate, toDate] = watch(['fromDate', 'toDate']);
  // What the API refused it refused of these days; of others nothing is known yet.
  const refused = fromDate === asked.fromDate && toDate === asked.toDate ? error?.fieldErrors : undefined;
  // Judged on sending alone: the row keeps no line free for it.
  const fault = (name: 'fromDate' | 'toDate') => {
    const text = errors[name]?.message ?? refused?.[name];
    return text && { error: text };
  };
  const onChange = () => clearErrors();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const half = halfTyped(event.currentTarget);
    if (!half) {
      return void handleSubmit(({ fromDate, toDate }) => onSubmit({ fromDate: fromDate ?? '', toDate: toDate ?? '' }))(
        event,
      );
    }
    event.preventDefault();
    setError(half.name, { message: `${half.label} date is not complete.` }, { shouldFocus: true });
  };
  return (
    <form className={classes.range} noValidate onSubmit={submit}>
      <Field
        type="date"
        label="From"
        className={classes.day}
        {...fault('fromDate')}
        {...register('fromDate', { onChange })}
      />
      <Field
        type="date"
        label="To"
        className={classes.day}
        {...fault('toDate')}
        {...register('toDate', { deps: ['fromDate'], onChange })}
      />
      {/* After a load that failed the next thing to do is Retry (rules 24.1). */}
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

/** A date of which a part is missing has no value, and would be taken for none. */
function halfTyped(form: HTMLFormElement) {
  const fields = [
    { name: 'fromDate', label: 'From' },
    { name: 'toDate', label: 'To' },
  ] as const;
  return fields.find(({ name }) => (form.elements.namedItem(name) as HTMLInputElement).validity.badInput);
}
