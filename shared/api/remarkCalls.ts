/** Snippets for remarks (rules 9.24 and 9.25). */
import * as v from 'valibot';
import { call, noInput } from './call.ts';

export const remarkSnippet = v.object({
  id: v.number(),
  title: v.string(),
  text: v.string(),
  /** True for the member's own snippet, false for the team's. */
  own: v.boolean(),
});
export type RemarkSnippet = v.InferOutput<typeof remarkSnippet>;

export const remarkCalls = {
  snippets: call({
    method: 'GET',
    path: '/admin/remark-snippets',
    needs: 'order.remark',
    summary: 'Your snippets and the team’s, by title',
    input: noInput,
    data: v.array(remarkSnippet),
  }),
};
