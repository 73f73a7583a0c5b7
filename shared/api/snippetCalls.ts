/**
 * Calls that change snippets (rule 9.24). Separate from `remarkCalls`, because the order's page loads these later.
 */
import * as v from 'valibot';
import { call } from './call.ts';
import { requiredText, wholeNumber } from './fields/fields.ts';
import { remarkSnippet } from './remarkCalls.ts';

const id = wholeNumber(1, 2_147_483_647, 'There is no such snippet');
const errors = { 403: 'The role may not change the team’s snippets', 404: 'There is no such snippet' };

export const snippetInput = v.strictObject({
  /** If missing, a new snippet is created. */
  id: v.optional(id),
  title: v.pipe(requiredText('Please enter a title.'), v.maxLength(60, 'A title can have at most 60 characters.')),
  text: v.pipe(
    requiredText('Please enter the text.'),
    v.maxLength(2_000, 'A snippet can have at most 2,000 characters.'),
  ),
  /** 'Y' for a team snippet. Cannot be changed later. */
  team: v.optional(v.picklist(['Y', '']), ''),
});

export const snippetCalls = {
  saveSnippet: call({
    method: 'POST',
    path: '/admin/save-remark-snippet',
    needs: 'order.remark',
    summary: 'Create or change a snippet',
    refuses: { ...errors, 409: 'The maximum number of snippets has been reached' },
    input: snippetInput,
    data: remarkSnippet,
  }),
  deleteSnippet: call({
    method: 'DELETE',
    path: '/admin/remark-snippets/:id',
    needs: 'order.remark',
    summary: 'Delete a snippet',
    refuses: errors,
    input: v.object({ id }),
    data: v.null(),
  }),
};
