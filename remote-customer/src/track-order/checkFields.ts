import { trackOrderInput } from 'shared/api/trackOrderCall';
import * as v from 'valibot';

export type FieldName = keyof v.InferOutput<typeof trackOrderInput>;
/** Field → text. */
export type FieldErrors = Partial<Record<FieldName, string>>;

interface Checked {
  /** What to send; null when a field is wrong. */
  input: v.InferOutput<typeof trackOrderInput> | null;
  errors: FieldErrors;
}

/** Checks what was typed by the contract's own schema, so that form and server say the same. */
export function checkFields(values: Record<FieldName, string>): Checked {
  const { success, output, issues } = v.safeParse(trackOrderInput, values);
  if (success) return { input: output, errors: {} };
  const { nested } = v.flatten(issues);
  return { input: null, errors: { orderId: nested?.orderId?.[0], email: nested?.email?.[0] } };
}
