/**
 * What was typed into a form of the page's own HTML before the scripts were there that make a form of it (webpack/firstPaint.js).
 * To be asked while the form is rendered for the first time: then that HTML still stands.
 */
export function typedBefore<Name extends string>(
  ...names: Name[]
): { values: Record<Name, string>; focused: Name | null } {
  const inputs = names.map((name) =>
    document.querySelector<HTMLInputElement>(`form[data-first-paint] input[name="${name}"]`),
  );
  const values = Object.fromEntries(names.map((name, at) => [name, inputs[at]?.value ?? '']));
  const focused = names.find((_, at) => inputs[at] && inputs[at] === document.activeElement);
  return { values: values as Record<Name, string>, focused: focused ?? null };
}
