import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm, type DefaultValues, type FieldValues, type UseFormProps, type UseFormReturn } from 'react-hook-form';
import * as v from 'valibot';
import type { Call } from '../../api/call.ts';
import type { CallError } from '../../api/send.ts';

/** A call whose input is an object of fields. */
type CallWithFields = Call & { input: { entries: v.ObjectEntries } };
type Fields<C extends CallWithFields> = C['input']['entries'];
type FormSchema<Entries extends v.ObjectEntries> = v.ObjectSchema<Entries, undefined>;

interface CallFormOptions<Name, Own extends v.ObjectEntries, Typed> {
  /** The fields of the call's input that the form has. */
  fields: readonly Name[];
  /** Fields that a person fills in otherwise than the call takes them, such as ticks for flags. */
  own?: Own;
  /** How the API's errors name a field of the form, where not as the form does. */
  namedByApi?: { [OwnName in keyof Own]?: string };
  defaultValues: Typed;
  mode?: UseFormProps['mode'];
}

/** react-hook-form's form, and `refuse`: puts what the API says of its fields under them, and the focus in the first. */
export type CallForm<Entries extends v.ObjectEntries> = UseFormReturn<
  v.InferInput<FormSchema<Entries>>,
  unknown,
  v.InferOutput<FormSchema<Entries>>
> & { refuse: (error: CallError) => void };

/**
 * The form of a call: its fields are judged by the call's own schema, with its texts, and `useAction(call, { onFailed:
 * form.refuse })` has the API's errors stand where its own do.
 */
export function useCallForm<
  C extends CallWithFields,
  const Name extends keyof Fields<C> & string,
  Own extends v.ObjectEntries = Record<never, never>,
>(
  { input }: C,
  options: CallFormOptions<Name, Own, NoInfer<DefaultValues<v.InferInput<FormSchema<Pick<Fields<C>, Name> & Own>>>>>,
): CallForm<Pick<Fields<C>, Name> & Own> {
  const { fields, own, namedByApi = {}, defaultValues, mode } = options;
  const entries = { ...Object.fromEntries(fields.map((name) => [name, input.entries[name]!])), ...own };
  const form = useForm<FieldValues, unknown, FieldValues>({
    resolver: valibotResolver(v.object(entries) as never),
    defaultValues: defaultValues as DefaultValues<FieldValues>,
    mode,
  });
  const refuse = ({ fieldErrors }: CallError) => {
    let shouldFocus = true;
    for (const name of Object.keys(entries)) {
      const message = fieldErrors[(namedByApi as Record<string, string>)[name] ?? name];
      if (!message) continue;
      form.setError(name, { message }, { shouldFocus });
      shouldFocus = false;
    }
  };
  return { ...form, refuse } as unknown as CallForm<Pick<Fields<C>, Name> & Own>;
}
