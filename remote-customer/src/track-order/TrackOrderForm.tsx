import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { CallError } from 'shared/api/send';
import { trackOrderCall, trackOrderInput } from 'shared/api/trackOrderCall';
import { Field, Note } from 'shared/kit/base';
import * as v from 'valibot';
import { completedOrderPath, customerSend, keepInTab, readFromTab, rememberToken } from '../orderAccess.ts';
import { SlowNote, toastError, toastSuccess } from '../layout/messages.tsx';
import controls from '../layout/controls.module.css';
import styles from './TrackOrderForm.module.css';

/** Order id and e-mail; finding the order leads to its page. What was typed stays, whatever the answer. */
export function TrackOrderForm({ orderId }: { orderId: string }) {
  const [values, setValues] = useState(() => {
    const kept = typedFields(orderId);
    return { orderId: orderId || kept.orderId, email: kept.email };
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const inputs = {
    orderId: useRef<HTMLInputElement & HTMLTextAreaElement>(null),
    email: useRef<HTMLInputElement & HTMLTextAreaElement>(null),
  };
  const request = useRef<AbortController>(null);
  // An answer to a form that was left must not lead to the order.
  useEffect(() => () => request.current?.abort(), []);
  const typedIn = useRef(new Set<FieldName>());
  const navigate = useNavigate();

  const check = (name: FieldName, typed: typeof values) =>
    setErrors({ ...errors, [name]: checkFields(typed).errors[name] });

  /** Shows the errors and moves to the first of them. */
  function refuseFields(found: FieldErrors) {
    setErrors(found);
    inputs[found.orderId ? 'orderId' : 'email'].current?.focus();
  }

  /** Another try ends the one before. */
  async function submit() {
    const checked = checkFields(values);
    setErrors({});
    setRefusal(null);
    if (!checked.input) return refuseFields(checked.errors);
    request.current?.abort();
    const { signal } = (request.current = new AbortController());
    setPending(true);
    // Once more: half an hour from now on.
    keepTypedFields(values);
    try {
      const { input } = checked;
      const { message, data } = await customerSend(input.orderId)(trackOrderCall, input, { signal });
      rememberToken(input.orderId, data.token);
      toastSuccess(message);
      await navigate(completedOrderPath(input.orderId));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof CallError)) throw error;
      const message = trackingRefusal(error);
      toastError(message);
      setRefusal(message);
      if (error.httpStatus === 400) refuseFields(error.fieldErrors);
      setPending(false);
    }
  }

  const press = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) void submit();
  };

  const field = (name: FieldName) => ({
    ref: inputs[name],
    name,
    value: values[name],
    error: errors[name],
    'aria-required': true,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      const typed = { ...values, [name]: target.value };
      typedIn.current.add(name);
      setValues(typed);
      keepTypedFields(typed);
      if (errors[name]) check(name, typed);
    },
    // Only what was typed in: an empty field that somebody passes is not wrong yet.
    onBlur: () => typedIn.current.has(name) && check(name, values),
  });

  return (
    <form noValidate className={styles.form} onSubmit={press}>
      <Field
        {...field('orderId')}
        label="Order ID"
        hint="6 or more digits, in the subject of our e-mail"
        inputMode="numeric"
        autoComplete="off"
        className={styles.short}
      />
      <Field
        {...field('email')}
        label="Email ID"
        hint="The address you gave when you ordered"
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      {refusal && <Note kind="error">{refusal}</Note>}
      <button type="submit" className={`${controls.filled} ${styles.submit}`} aria-disabled={isPending}>
        {isPending ? 'TRACKING…' : 'TRACK ORDER'}
      </button>
      {isPending && <SlowNote retry={() => void submit()} />}
    </form>
  );
}

type FieldName = keyof v.InferOutput<typeof trackOrderInput>;
/** Field → text. */
type FieldErrors = Partial<Record<FieldName, string>>;

interface Checked {
  /** What to send; null when a field is wrong. */
  input: v.InferOutput<typeof trackOrderInput> | null;
  errors: FieldErrors;
}

/** Checks what was typed by the contract's own schema, so that form and server say the same. */
function checkFields(values: Record<FieldName, string>): Checked {
  const { success, output, issues } = v.safeParse(trackOrderInput, values);
  if (success) return { input: output, errors: {} };
  const { nested } = v.flatten(issues);
  return { input: null, errors: { orderId: nested?.orderId?.[0], email: nested?.email?.[0] } };
}

/** What a customer reads when tracking did not work. The server's own text, unless something before it refused. */
function trackingRefusal({ httpStatus, body, retryAfter, message }: CallError): string {
  if (httpStatus === 429 && !body) {
    return `Too many attempts. Try again ${retryAfter ? `in ${waitingTime(retryAfter)}` : 'in a few minutes'}.`;
  }
  return message;
}

const waitingTime = (seconds: number) => (seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`);

/**
 * What was typed into the tracking form, kept in this tab for as long as a token holds: whoever comes back to the form, by Back
 * or because the token has ended, finds it (rules 16.40). Later it is gone, since the phone may have gone on to somebody else.
 */

const key = 'tracking-form';
const keptMs = 30 * 60_000;

const kept = v.object({ orderId: v.string(), email: v.string(), until: v.number() });

type TypedFields = Pick<v.InferOutput<typeof kept>, 'orderId' | 'email'>;

/** What was typed for this order, or for any where the address names none; empty texts when nothing was, or too long ago. */
export function typedFields(orderId: string): TypedFields {
  const found = readFromTab(key, kept);
  if (found && Date.now() >= found.until) forgetTypedFields();
  const isOfThis = found && Date.now() < found.until && (!orderId || found.orderId.trim() === orderId);
  return isOfThis ? { orderId: found.orderId, email: found.email } : { orderId: '', email: '' };
}

export const keepTypedFields = ({ orderId, email }: TypedFields) =>
  keepInTab(key, { orderId, email, until: Date.now() + keptMs });

export const forgetTypedFields = () => keepInTab(key, null);
