import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { CallError } from 'shared/api/send';
import { trackOrderCall } from 'shared/api/trackOrderCall';
import { typedBefore } from 'shared/kit/base';
import { completedOrderPath } from '../customerPaths.ts';
import { customerSend } from '../customerSend.ts';
import controls from '../layout/controls.module.css';
import { Note } from '../layout/Note.tsx';
import { SlowNote } from '../layout/SlowNote.tsx';
import { rememberToken } from '../orderAccess.ts';
import { toastError, toastSuccess } from '../stayingToast.ts';
import { checkFields, type FieldErrors, type FieldName } from './checkFields.ts';
import { TextField } from '../layout/TextField.tsx';
import { trackingRefusal } from './trackingRefusal.ts';
import { keepTypedFields, typedFields } from './typedFields.ts';
import styles from './TrackOrderForm.module.css';

/** Order id and e-mail; finding the order leads to its page. What was typed stays, whatever the answer. */
export function TrackOrderForm({ orderId }: { orderId: string }) {
  const [before] = useState(() => typedBefore('orderId', 'email'));
  const [values, setValues] = useState(() => {
    const kept = typedFields(orderId);
    // The field with the focus stays as it is, also when it is empty: its reader is about to type.
    const fill = (name: FieldName, known: string) =>
      before.focused === name ? before.values[name] : before.values[name] || known;
    return { orderId: fill('orderId', orderId || kept.orderId), email: fill('email', kept.email) };
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const inputs = {
    orderId: useRef<HTMLInputElement & HTMLTextAreaElement>(null),
    email: useRef<HTMLInputElement & HTMLTextAreaElement>(null),
  };
  useLayoutEffect(() => {
    if (!before.focused) return;
    inputs[before.focused].current?.focus();
    before.keepSelection();
    // Once, where the page's own HTML has just gone, and before a key can come between.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
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
    // Once more: half an hour from now on, and also what was typed before the scripts were there.
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
    input: inputs[name],
    name,
    value: values[name],
    error: errors[name],
    onChange: (value: string) => {
      const typed = { ...values, [name]: value };
      typedIn.current.add(name);
      setValues(typed);
      keepTypedFields(typed);
      if (errors[name]) check(name, typed);
    },
    // Only what was typed in: an empty field that somebody passes is not wrong yet.
    onLeave: () => typedIn.current.has(name) && check(name, values),
  });

  return (
    // Sent before the scripts are there, a form of this method goes nowhere: the e-mail must not come into the address.
    <form method="dialog" noValidate className={styles.form} onSubmit={press}>
      <TextField
        {...field('orderId')}
        label="Order ID"
        hint="6 or more digits, in the subject of our e-mail"
        inputMode="numeric"
        autoComplete="off"
        isShort
      />
      <TextField
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
