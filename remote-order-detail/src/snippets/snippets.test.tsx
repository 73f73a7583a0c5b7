import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { remarkCalls, type RemarkSnippet } from 'shared/api/remarkCalls';
import { snippetCalls } from 'shared/api/snippetCalls';
import { queryClient } from 'shared/desk';
import { orderOf } from 'shared/testing/orders';
import { fakeDesk } from '../testing/fakeDesk.tsx';
import { SnippetsDialog } from './SnippetsDialog.tsx';
import { useSnippetPicker } from './useSnippetPicker.tsx';

const own: RemarkSnippet = { id: 1, title: 'No answer', text: 'Called {first_name}, no answer.', own: true };
const teams: RemarkSnippet = { id: 2, title: 'Voicemail', text: 'Left a message.', own: false };

/** A text with the picker, as in the composer. */
function Text({ onEdit }: { onEdit: () => void }) {
  const [text, setText] = useState('');
  const picker = useSnippetPicker({ order: orderOf({ first_name: 'Ananya' }), onText: setText, onEdit });
  return (
    <>
      <textarea
        aria-label="Comment"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={picker.onKeyDown}
        {...picker.textProps}
      />
      {picker.list}
    </>
  );
}

function writing() {
  const desk = fakeDesk();
  desk.on(remarkCalls.snippets, () => ({ data: [own, teams] }));
  const onEdit = jest.fn();
  render(<Text onEdit={onEdit} />);
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
  return { desk, onEdit, text };
}

const active = () => document.getElementById(document.activeElement!.getAttribute('aria-activedescendant')!);

test('a slash lists the snippets, and Enter inserts one with the order’s fields', async () => {
  const { text } = writing();
  await userEvent.type(text, 'Hm. /');
  await screen.findByRole('option', { name: /No answer/ });
  expect(active()).toHaveTextContent('No answer');
  await userEvent.keyboard('{Enter}');
  expect(text).toHaveValue('Hm. Called Ananya, no answer.');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
});

test('text after the slash filters them, and arrows choose', async () => {
  const { text } = writing();
  await userEvent.type(text, '/voice');
  await screen.findByRole('option', { name: /Voicemail/ });
  expect(screen.queryByRole('option', { name: /No answer/ })).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toHaveTextContent('Edit snippets…');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(text).toHaveValue('Left a message.');
});

test('Esc keeps the text, and a slash inside a word lists nothing', async () => {
  const { text, desk } = writing();
  await userEvent.type(text, 'and/or');
  expect(desk.to(remarkCalls.snippets)).toHaveLength(0);
  await userEvent.type(text, ' /{Escape}');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  expect(text).toHaveValue('and/or /');
});

test('a press inserts one, and the focus stays in the text', async () => {
  const { text } = writing();
  await userEvent.type(text, '/');
  await userEvent.click(await screen.findByRole('option', { name: /Voicemail/ }));
  expect(text).toHaveValue('Left a message.');
  expect(text).toHaveFocus();
});

test('"Edit snippets" removes the slash and opens the dialog', async () => {
  const { text, onEdit } = writing();
  await userEvent.type(text, '/nothing like it');
  await screen.findByText('No snippet title contains these words.');
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toHaveTextContent('Edit snippets…');
  await userEvent.keyboard('{Enter}');
  expect(onEdit).toHaveBeenCalledTimes(1);
  expect(text).toHaveValue('');
});

test('"Edit snippets" also works by a press, and by Enter if there are no snippets yet', async () => {
  const { desk, text, onEdit } = writing();
  await userEvent.type(text, '/nothing like it');
  await userEvent.click(await screen.findByRole('option', { name: 'Edit snippets…' }));
  expect(onEdit).toHaveBeenCalledTimes(1);
  queryClient.clear();
  desk.on(remarkCalls.snippets, () => ({ data: [] }));
  await userEvent.type(text, '/');
  await screen.findByText('There are no snippets yet.');
  await userEvent.keyboard('{Enter}');
  expect(onEdit).toHaveBeenCalledTimes(2);
  expect(text).toHaveValue('');
});

test.each([
  ['{Enter}', 'Paid /refund requested\n'],
  ['{Tab}', 'Paid /refund requested'],
])('without a matching snippet, %s goes to the text', async (key, left) => {
  const { text, onEdit } = writing();
  await userEvent.type(text, 'Paid /refund requested');
  await screen.findByText('No snippet title contains these words.');
  expect(text).not.toHaveAttribute('aria-activedescendant');
  await userEvent.keyboard(key);
  expect(text).toHaveValue(left);
  expect(onEdit).not.toHaveBeenCalled();
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  if (key === '{Tab}') expect(text).not.toHaveFocus();
});

test.each(['Paid /', 'Paid /voice'])('while the snippets load, Enter after "%s" goes to the text', async (typed) => {
  const { desk, text, onEdit } = writing();
  desk.on(remarkCalls.snippets, () => 'never');
  await userEvent.type(text, typed);
  expect(screen.getByText('Loading the snippets…')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(text).toHaveValue(`${typed}\n`);
  expect(onEdit).not.toHaveBeenCalled();
});

test('only the text before the caret counts, so moving to the line’s start closes the list', async () => {
  const { text } = writing();
  await userEvent.type(text, '/voice');
  await screen.findByRole('option', { name: /Voicemail/ });
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  expect(screen.getByRole('option', { name: /No answer/ })).toBeVisible();
  await userEvent.keyboard('{Home}');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(text).toHaveValue('\n/voice');
});

test('snippets that failed to load say so', async () => {
  const { desk, text } = writing();
  desk.on(remarkCalls.snippets, () => ({ httpStatus: 500, message: 'Something went wrong' }));
  await userEvent.type(text, '/');
  expect(await screen.findByText('The snippets could not be loaded.')).toBeVisible();
});

describe('the dialog', () => {
  const edit = (role: 'Manager' | 'Team') => {
    const desk = fakeDesk({ role });
    desk.on(remarkCalls.snippets, () => ({ data: [own, teams] }));
    desk.on(snippetCalls.saveSnippet, () => ({ message: 'Snippet saved.', data: own }));
    desk.on(snippetCalls.deleteSnippet, () => ({ message: 'Snippet deleted.', data: null }));
    render(<SnippetsDialog onClose={() => {}} />);
    return desk;
  };

  test('adds a snippet, for the team only with the permission', async () => {
    const desk = edit('Manager');
    await userEvent.type(screen.getByLabelText('Title'), 'Refunded');
    await userEvent.type(screen.getByLabelText('Text'), 'Money is back.');
    await userEvent.click(screen.getByLabelText('For the whole team'));
    await userEvent.click(screen.getByRole('button', { name: 'Add snippet' }));
    expect(desk.to(snippetCalls.saveSnippet)[0]!.body).toEqual({
      title: 'Refunded',
      text: 'Money is back.',
      team: 'Y',
    });
    expect(screen.getByLabelText('Title')).toHaveValue('');
  });

  test('changes and deletes one’s own snippet, and says who may change the team’s', async () => {
    const desk = edit('Team');
    const row = (await screen.findByText('Voicemail')).closest('li')!;
    expect(row).toHaveTextContent('Only Admin and Manager can change this.');
    expect(within(row).queryByRole('button')).not.toBeInTheDocument();
    expect(screen.queryByLabelText('For the whole team')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Edit No answer' }));
    const title = screen.getByLabelText('Title');
    expect(title).toHaveValue('No answer');
    await userEvent.type(title, ' at all');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(desk.to(snippetCalls.saveSnippet)[0]!.body).toMatchObject({ id: 1, title: 'No answer at all' });
    await userEvent.click(screen.getByRole('button', { name: 'Delete No answer' }));
    expect(desk.to(snippetCalls.deleteSnippet)).toHaveLength(1);
  });

  test('shows errors under their fields, and keeps the typed text', async () => {
    const desk = edit('Team');
    await userEvent.type(screen.getByLabelText('Title'), 'Refunded');
    await userEvent.click(screen.getByRole('button', { name: 'Add snippet' }));
    expect(await screen.findByText('Please enter the text.')).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveValue('Refunded');
    expect(desk.to(snippetCalls.saveSnippet)).toHaveLength(0);
  });
});
