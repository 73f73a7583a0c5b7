import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { StaffTheme } from 'shared/kit/base';
import { SearchBox, useSearch } from './ListToolbar.tsx';

let steps: string[];
let goBy: (steps: number) => void;
let goTo: (address: string) => void;

function List() {
  const search = useSearch();
  const { search: address } = useLocation();
  const navigate = useNavigate();
  goBy = (by) => void navigate(by);
  goTo = (address) => void navigate(address);
  if (steps.at(-1) !== address) steps.push(address);
  return (
    <>
      <SearchBox search={search} focused={false} onDown={jest.fn()} onEnter={jest.fn()} />
      <output data-testid="term">{search.term}</output>
    </>
  );
}

function open(address = '/list') {
  steps = [];
  render(
    <StaffTheme>
      <MemoryRouter initialEntries={['/before', address]}>
        <List />
      </MemoryRouter>
    </StaffTheme>,
  );
}

const box = () => screen.getByRole('searchbox', { name: 'Search this folder' });
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const address = () => steps.at(-1);

describe('typing', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('500 ms after the last keystroke the term is in the URL with page 1, and other parameters stay', () => {
    open('/list?page=3&rows=25');
    type('tup');
    wait(499);
    type(' tupou ');
    wait(499);
    expect(steps).toEqual(['?page=3&rows=25']);
    wait(1);
    expect(address()).toBe('?rows=25&q=tupou');
    expect(box()).toHaveValue(' tupou ');
  });

  test('Back during the delay discards the typed text', () => {
    open('/list?page=3');
    act(() => goTo('/list?page=4'));
    type('tupou');
    wait(300);
    act(() => goBy(-1));
    wait(1_000);
    expect(address()).toBe('?page=3');
    expect(box()).toHaveValue('');
  });

  test('another page during the delay keeps the pending search', () => {
    open('/list');
    type('tupou');
    wait(300);
    act(() => goTo('/list?page=2'));
    wait(500);
    expect(address()).toBe('?q=tupou');
    expect(box()).toHaveValue('tupou');
  });

  test('more typing replaces the search, and Back ends it and resets the box', () => {
    open('/list?page=2');
    type('tu');
    wait(500);
    type('tupou');
    wait(500);
    expect(address()).toBe('?q=tupou');
    act(() => goBy(-1));
    expect(address()).toBe('?page=2');
    expect(box()).toHaveValue('');
    wait(1_000);
    expect(address()).toBe('?page=2');
    act(() => goBy(1));
    expect(box()).toHaveValue('tupou');
    expect(screen.getByTestId('term')).toHaveTextContent('tupou');
  });

  test('Back with an unsent letter discards the letter', () => {
    open();
    type('tu');
    wait(500);
    type('tupou');
    act(() => goBy(-1));
    wait(1_000);
    expect(address()).toBe('');
    expect(box()).toHaveValue('');
  });

  test('text removed within the delay starts no search', () => {
    open();
    type('tu');
    wait(300);
    type('');
    wait(1_000);
    expect(steps).toEqual(['']);
  });

  test('Enter searches without the delay, and nothing is searched twice', () => {
    open();
    type('tupou');
    fireEvent.keyDown(box(), { key: 'Enter' });
    expect(address()).toBe('?q=tupou');
    wait(1_000);
    expect(steps).toEqual(['', '?q=tupou']);
  });
});

test('a link with a search opens that search', () => {
  open('/list?q=%20tupou');
  expect(box()).toHaveValue('tupou');
  expect(screen.getByTestId('term')).toHaveTextContent(/^tupou$/);
});

test('"/" focuses the box and selects its text; Esc clears it, and pressed again leaves it', async () => {
  open('/list?q=tupou');
  await userEvent.keyboard('/');
  expect(box()).toHaveFocus();
  expect(box()).toHaveValue('tupou');
  await userEvent.keyboard('s');
  expect(box()).toHaveValue('s');
  await userEvent.keyboard('{Escape}');
  expect(box()).toHaveValue('');
  expect(address()).toBe('');
  expect(box()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(box()).not.toHaveFocus();
});

test('"Clear search" clears the box and keeps it focused', async () => {
  open('/list?q=tupou');
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(address()).toBe('');
  expect(box()).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
});
