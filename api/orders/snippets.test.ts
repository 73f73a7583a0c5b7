import { remarkCalls } from 'shared/api/remarkCalls';
import { snippetCalls } from 'shared/api/snippetCalls';
import type { Role } from 'shared/rules/permissions';
import { remarkSnippets } from '../db/schema/remarks.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';

onOneDriver((api) => {
  beforeEach(() => api().context.database.db.delete(remarkSnippets));

  const save = async (as: Role, input: { id?: number; title?: string; text?: string; team?: 'Y' | '' }) =>
    api().callApi(snippetCalls.saveSnippet, { title: 'Called', text: 'Called {first_name}.', ...input }, { as });
  const list = async (as: Role) => (await api().callApi(remarkCalls.snippets, {}, { as })).body.data;
  const remove = async (as: Role, id: number) =>
    (await api().callApi(snippetCalls.deleteSnippet, { id }, { as })).httpStatus;

  test('a member’s own snippets and the team’s are listed by title', async () => {
    await save('Team', { title: 'no answer' });
    await save('Telecaller', { title: 'Mine alone' });
    await save('Manager', { title: 'Apology', team: 'Y' });
    const seen = (await list('Team')).map(({ title, own }) => [title, own]);
    expect(seen).toEqual([
      ['Apology', false],
      ['no answer', true],
    ]);
  });

  test('only its owner can change or delete a snippet', async () => {
    const { body } = await save('Team', {});
    const { id } = body.data;
    const changed = await save('Team', { id, title: 'Called twice', text: 'Called again.' });
    expect(changed.body.data).toEqual({ id, title: 'Called twice', text: 'Called again.', own: true });
    expect((await save('Admin', { id })).httpStatus).toBe(404);
    expect(await remove('Admin', id)).toBe(404);
    expect(await remove('Team', id)).toBe(200);
    expect(await list('Team')).toEqual([]);
  });

  test('only Admin and Manager can change the team’s snippets, which remain the team’s', async () => {
    expect((await save('Team', { team: 'Y' })).httpStatus).toBe(403);
    expect((await save('Team', { team: 'Y', title: '' })).httpStatus).toBe(403);
    const { id } = (await save('Admin', { team: 'Y' })).body.data;
    expect((await save('Team', { id })).body.message).toBe('Only Admin and Manager can change the team’s snippets.');
    expect(await remove('Night Staff', id)).toBe(403);
    expect((await save('Manager', { id, title: 'Better' })).body.data).toMatchObject({ title: 'Better', own: false });
    expect(await remove('Manager', id)).toBe(200);
  });

  test.each([
    [{ title: ' ' }, 'Please enter a title.'],
    [{ text: '' }, 'Please enter the text.'],
    [{ title: 'x'.repeat(61) }, 'A title can have at most 60 characters.'],
    [{ text: 'x'.repeat(2_001) }, 'A snippet can have at most 2,000 characters.'],
  ])('%j is refused', async (input, message) => {
    const { httpStatus, body } = await save('Team', input);
    expect([httpStatus, body.message]).toEqual([400, message]);
  });

  test('a member can have at most 200 snippets', async () => {
    const { db } = api().context.database;
    const { id } = (await save('Team', {})).body.data;
    const [own] = (await db.select().from(remarkSnippets)).filter((snippet) => snippet.id === id);
    const many = Array.from({ length: 199 }, () => ({ memberId: own!.memberId, title: 'x', text: 'x' }));
    await db.insert(remarkSnippets).values(many);
    expect((await save('Team', {})).httpStatus).toBe(409);
    expect((await save('Telecaller', {})).httpStatus).toBe(200);
  });
});
