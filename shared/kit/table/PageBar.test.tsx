import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PageBar } from './PageBar.tsx';

function show(more: Partial<Parameters<typeof PageBar>[0]> = {}) {
  const onPage = jest.fn();
  const onPageSize = jest.fn();
  render(<PageBar page={1} pageSize={10} total={248} onPage={onPage} onPageSize={onPageSize} {...more} />);
  return { onPage, onPageSize };
}

test.each([
  [{}, '1–10 of 248'],
  [{ page: 25 }, '241–248 of 248'],
  [{ pageSize: 'all' as const, total: 4812 }, '1–4,812 of 4,812'],
  [{ total: 1000, more: true }, '1–10 of 1,000+'],
])('%j shows %s', (given, text) => {
  show(given);
  expect(screen.getByText(text)).toBeInTheDocument();
});

test('loading and an empty list have their own texts, and no page buttons', () => {
  show({ total: null });
  expect(screen.getByText('Not loaded yet')).toBeInTheDocument();
  show({ total: 0 });
  expect(screen.getByText('0 orders')).toBeInTheDocument();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});

test('rows per page offers 10, 25, 50, 100, 500 and All', async () => {
  const { onPageSize } = show();
  await userEvent.click(screen.getByRole('combobox', { name: /Rows per page/ }));
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    '10',
    '25',
    '50',
    '100',
    '500',
    'All',
  ]);
  await userEvent.click(screen.getByRole('option', { name: 'All' }));
  expect(onPageSize).toHaveBeenCalledWith('all');
});

test('long ranges have an ellipsis, and one page on each side of the current one', async () => {
  const { onPage } = show({ page: 12 });
  const pages = screen.getAllByRole('button', { name: /age \d/ }).map((page) => page.textContent);
  expect(pages).toEqual(['1', '11', '12', '13', '25']);
  await userEvent.click(screen.getByRole('button', { name: 'Go to next page' }));
  expect(onPage).toHaveBeenCalledWith(13);
});
