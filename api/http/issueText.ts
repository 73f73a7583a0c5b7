import * as v from 'valibot';

/** The field that an issue is about, by its name in the input. */
export const fieldOf = ({ path }: v.BaseIssue<unknown>): string => String(path?.[0]?.key ?? 'body').slice(0, 100);

/** Tells a person about a wrong input: by the field's own text, or else by one that names the field. */
export function issueText(issue: v.BaseIssue<unknown>): string {
  // The library's texts name its types, and quote what was sent.
  if (!issue.message.startsWith('Invalid ') || !/: (Expected|Received) /.test(issue.message)) return issue.message;
  const field = (v.getDotPath(issue) ?? fieldOf(issue)).slice(0, 100);
  if (issue.expected === 'never') return `There is no field ${field} here.`;
  if (issue.kind === 'schema' && issue.input === undefined) return `Send ${field}.`;
  const form = forms[issue.type]?.(issue);
  return form ? `Send ${field} as ${form}.` : `Send ${field} as /api/docs describes it.`;
}

const forms: Record<string, (issue: v.BaseIssue<unknown>) => string> = {
  string: () => 'text',
  number: () => 'a number',
  boolean: () => 'true or false',
  array: () => 'a list',
  object: () => 'an object',
  strict_object: () => 'an object',
  record: () => 'an object',
  literal: ({ expected }) => choices(expected),
  picklist: ({ expected }) => choices(expected),
  union: ({ expected }) => choices(expected),
  max_length: ({ requirement }) => `no more than ${String(requirement)} characters or entries`,
  min_length: ({ requirement }) => `at least ${String(requirement)} characters or entries`,
  integer: () => 'a whole number',
  max_value: ({ requirement }) => `${String(requirement)} or less`,
  min_value: ({ requirement }) => `${String(requirement)} or more`,
};

/** `("Y" | "" | Array)` as Y or empty or array. */
const choices = (expected: string | null) =>
  (expected ?? '')
    .replaceAll(' | ', ' or ')
    .replace(/"([^"]*)"|[()]|\w+/g, (part, value?: string) =>
      value === undefined ? part.replace(/[()]/, '').toLowerCase() : value || 'empty',
    );
