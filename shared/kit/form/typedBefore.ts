/**
 * What was typed into a form of the page's own HTML before the scripts were there that make a form of it (webpack/firstPaint.js).
 * To be asked while the form is rendered for the first time: then that HTML still stands.
 */
export function typedBefore<Name extends string>(
  ...names: Name[]
): {
  values: Record<Name, string>;
  focused: Name | null;
  /** Restores the old field's selection in the focused field, so that the next key or paste replaces it. */
  keepSelection: () => void;
} {
  const inputs = names.map((name) =>
    document.querySelector<HTMLInputElement>(`form[data-first-paint] input[name="${name}"]`),
  );
  const values = Object.fromEntries(names.map((name, at) => [name, inputs[at]?.value ?? '']));
  const at = inputs.findIndex((input) => input && input === document.activeElement);
  // Null in a field of type `email`, which tells of no selection and takes none.
  const start = inputs[at]?.selectionStart ?? null;
  const end = inputs[at]?.selectionEnd ?? null;
  return {
    values: values as Record<Name, string>,
    focused: names[at] ?? null,
    keepSelection: () => {
      if (start !== null) (document.activeElement as HTMLInputElement).setSelectionRange(start, end);
    },
  };
}
