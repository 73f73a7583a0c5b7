import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm, type DefaultValues, type FieldValues, type UseFormProps, type UseFormReturn } from 'react-hook-form';
import * as v from 'valibot';
import type { Call } from '../../api/call.ts';
import type { CallError } from '../../api/client/send.ts';

type CallWithFields = Call & { input: { entries: v.ObjectEntries } };
type Fields<C extends CallWithFields> = C['input']['entries'];
type FormSchema<Entries extends v.ObjectEntries> = v.ObjectSchema<Entries, undefined>;

interface CallFormOptions<Name, Own extends v.ObjectEntries, Typed> {
  fields: readonly Name[];
  /** The form's own fields, such as checkboxes for flags. */
  own?: Own;
  /** The API's names for the form's own fields, so that API errors appear under the right field. */
  apiNames?: { [OwnName in keyof Own]?: string };
  defaultValues: Typed;
  mode?: UseFormProps['mode'];
}

/**
 * react-hook-form's form, plus `setServerErrors`, which shows the API's errors under their fields and focuses the
 * first.
 */
export type CallForm<Entries extends v.ObjectEntries> = UseFormReturn<
  v.InferInput<FormSchema<Entries>>,
  unknown,
  v.InferOutput<FormSchema<Entries>>
> & { setServerErrors: (error: CallError) => void };

/**
 * A form validated by its call's schema. Pass `onFailed: form.setServerErrors` to `useAction` to show the API's errors.
 */
export function useCallForm<
  C extends CallWithFields,
  const Name extends keyof Fields<C> & string,
  Own extends v.ObjectEntries = Record<never, never>,
>(
  { input }: C,
  options: CallFormOptions<Name, Own, NoInfer<DefaultValues<v.InferInput<FormSchema<Pick<Fields<C>, Name> & Own>>>>>,
): CallForm<Pick<Fields<C>, Name> & Own> {
  const { fields, own, apiNames = {}, defaultValues, mode } = options;
  const entries = { ...Object.fromEntries(fields.map((name) => [name, input.entries[name]!])), ...own };
  const form = useForm<FieldValues, unknown, FieldValues>({
    resolver: valibotResolver(v.object(entries) as never),
    defaultValues: defaultValues as DefaultValues<FieldValues>,
    mode,
  });
  const setServerErrors = ({ fieldErrors }: CallError) => {
    let shouldFocus = true;
    for (const name of Object.keys(entries)) {
      const message = fieldErrors[(apiNames as Record<string, string>)[name] ?? name];
      if (!message) continue;
      form.setError(name, { message }, { shouldFocus });
      shouldFocus = false;
    }
  };
  return { ...form, setServerErrors } as unknown as CallForm<Pick<Fields<C>, Name> & Own>;
}
