import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { CallError } from 'shared/api/client/send';
import { orderSiteCall, trackOrderCall, trackOrderInput } from 'shared/api/trackOrderCall';
import { pluralize } from 'shared/format/count';
import { Field, Note } from 'shared/kit/base';
import { hasExpiredLink } from 'shared/rules/trackingUrl';
import * as v from 'valibot';
import controls from '../layout/controls.module.css';
import { ContactSupport, clearLayoutOrder, PageHeading } from '../layout/CustomerLayout.tsx';
import { dismissToast, SlowNote, SubmitButton, toastError, toastSuccess, useOnReconnect } from '../layout/feedback.tsx';
import { completedOrderPath, customerSend, orderAccess, readSession, saveToken, writeSession } from '../orderAccess.ts';

/** The tracking form: rule 16.1. */
export function TrackOrderScreen() {
  const { orderId = '' } = useParams();
  const { search } = useLocation();

  // Show the brand, the footer and the Contact Support link of the order's site.
  useEffect(() => {
    const { landingDomain } = orderAccess(orderId);
    clearLayoutOrder(landingDomain);
    if (landingDomain || !orderId) return;
    const asking = new AbortController();
    customerSend(orderId)(orderSiteCall, { orderId }, { signal: asking.signal }).then(
      ({ data }) => clearLayoutOrder(data.landing_domain),
      // After an error, the default site stays.
      () => undefined,
    );
    return () => asking.abort();
  }, [orderId]);

  return (
    <>
      <PageHeading>Track your order</PageHeading>
      <p className={controls.lead}>See where your travel declaration is, and download it when it is ready.</p>
      <TrackOrderForm key={orderId} orderId={orderId} />
      {hasExpiredLink(search) && (
        <Note kind="info">Your download link has expired. Track your order, then press Download document.</Note>
      )}
      <ContactSupport />
    </>
  );
}

export function TrackOrderForm({ orderId }: { orderId: string }) {
  const [values, setValues] = useState(() => {
    const storedFields = readTypedFields(orderId);
    return { orderId: orderId || storedFields.orderId, email: storedFields.email };
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isPending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const request = useRef<AbortController>(null);
  // Cancel the request on unmounting, so that its response does not redirect.
  useEffect(() => () => request.current?.abort(), []);
  useOnReconnect(dismissToast);
  const typedIn = useRef(new Set<FieldName>());
  const navigate = useNavigate();

  /** A field's error replaces the last refusal, so that only one reason shows. */
  function check(name: FieldName, typed: typeof values) {
    const error = checkFields(typed).errors[name];
    if (error) dismissToast();
    setErrors({ ...errors, [name]: error });
  }

  function refuseFields(found: FieldErrors) {
    setErrors(found);
    form.current?.querySelector<HTMLElement>(`[name=${found.orderId ? 'orderId' : 'email'}]`)?.focus();
  }

  /** A new attempt cancels the previous one. */
  async function submit() {
    const checked = checkFields(values);
    setErrors({});
    dismissToast();
    if (!checked.input) return refuseFields(checked.errors);
    request.current?.abort();
    const { signal } = (request.current = new AbortController());
    setPending(true);
    // Saving again keeps the input for another half hour.
    saveTypedFields(values);
    try {
      const { input } = checked;
      const { message, data } = await customerSend(input.orderId)(trackOrderCall, input, { signal });
      saveToken(input.orderId, data.token);
      toastSuccess(message);
      await navigate(completedOrderPath(input.orderId));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof CallError)) throw error;
      toastError(trackingRefusal(error));
      // At the top of the page, the toast is in view at every width.
      window.scrollTo(0, 0);
      if (error.httpStatus === 400) refuseFields(error.fieldErrors);
      setPending(false);
    }
  }

  function press(event: FormEvent) {
    event.preventDefault();
    if (!isPending) void submit();
  }

  const field = (name: FieldName) => ({
    name,
    value: values[name],
    error: errors[name],
    'aria-required': true,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      const typed = { ...values, [name]: target.value };
      typedIn.current.add(name);
      setValues(typed);
      saveTypedFields(typed);
      if (errors[name]) check(name, typed);
    },
    // Check only fields that were edited.
    onBlur: () => typedIn.current.has(name) && check(name, values),
  });

  return (
    <form ref={form} noValidate className={controls.form} onSubmit={press}>
      <Field
        {...field('orderId')}
        label="Order ID"
        hint="6 or more digits. You’ll find it in the subject of our emails."
        inputMode="numeric"
        autoComplete="off"
        className={controls.short}
      />
      <Field
        {...field('email')}
        label="Email ID"
        hint="The address you gave when you ordered"
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <SubmitButton pending={isPending}>{isPending ? 'TRACKING…' : 'TRACK ORDER'}</SubmitButton>
      {isPending && <SlowNote retry={() => void submit()} />}
    </form>
  );
}

type FieldName = keyof v.InferOutput<typeof trackOrderInput>;
type FieldErrors = Partial<Record<FieldName, string>>;

/** `input` is null if a field is invalid. */
function checkFields(values: Record<FieldName, string>) {
  const { success, output, issues } = v.safeParse(trackOrderInput, values);
  const { nested } = success ? {} : v.flatten<typeof trackOrderInput>(issues);
  const errors: FieldErrors = { orderId: nested?.orderId?.[0], email: nested?.email?.[0] };
  return { input: success ? output : null, errors };
}

/** The server's text or, for a proxy's 429, our own. */
function trackingRefusal({ httpStatus, body, retryAfter, message }: CallError): string {
  if (httpStatus === 429 && !body) {
    return `Too many attempts. Try again ${retryAfter ? `in ${waitingTime(retryAfter)}` : 'in a few minutes'}.`;
  }
  return message;
}

const waitingTime = (seconds: number) =>
  seconds < 120 ? pluralize(seconds, 'second') : `${Math.ceil(seconds / 60)} minutes`;

/**
 * The storage key of the tracking form's input, which is kept in this tab for Back and expired tokens (rule 16.40).
 * Deleted after half an hour, because the phone may be borrowed.
 */
const key = 'tracking-form';
const keptMs = 30 * 60_000;

const storedFieldsSchema = v.object({ orderId: v.string(), email: v.string(), until: v.number() });

type TypedFields = Pick<v.InferOutput<typeof storedFieldsSchema>, 'orderId' | 'email'>;

/** The stored input for this order, or for any if `orderId` is empty. Missing or expired input has empty fields. */
export function readTypedFields(orderId: string): TypedFields {
  const found = readSession(key, storedFieldsSchema);
  const isFresh = found !== null && Date.now() < found.until;
  if (!isFresh) clearTypedFields();
  return isFresh && (!orderId || found.orderId.trim() === orderId) ? found : { orderId: '', email: '' };
}

export const saveTypedFields = ({ orderId, email }: TypedFields) =>
  writeSession(key, { orderId, email, until: Date.now() + keptMs });

export const clearTypedFields = () => writeSession(key, null);
