interface Judge<Name extends string> {
  trigger: (name: Name) => Promise<boolean>;
  getFieldState: (name: Name) => { invalid: boolean };
}

/**
 * For `register`: what was typed into a field is judged when it is left, and from then on at each letter. An empty field
 * that somebody passes is not wrong yet, as at the sign-in.
 */
export const judgedOnLeaving = <Name extends string>({ trigger, getFieldState }: Judge<Name>, name: Name) => ({
  onBlur: ({ target }: { target: { value: string } }) => {
    if (target.value) void trigger(name);
  },
  onChange: () => {
    if (getFieldState(name).invalid) void trigger(name);
  },
});
