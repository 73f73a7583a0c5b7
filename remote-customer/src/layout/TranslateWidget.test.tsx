import { act, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { TranslateLink, TranslateWidget } from './TranslateWidget.tsx';

const script = () => document.head.querySelector('script');
const line = () => screen.getByText('Language').parentElement!;

test('without the setting no script is loaded and no line is shown', () => {
  render(<TranslateWidget />);
  expect(script()).toBeNull();
  expect(line()).not.toBeVisible();
});

test('the script is loaded, and the line appears once the widget has filled its element', async () => {
  document.head.innerHTML = '<meta name="translate-script" content="https://translate.example.com/element.js">';
  render(<TranslateWidget />);
  expect(script()).toHaveAttribute('src', 'https://translate.example.com/element.js');
  expect(line()).not.toBeVisible();

  const page = window as unknown as { google: object; googleTranslateElementInit(): void };
  page.google = { translate: { TranslateElement: GoogleElement } };
  act(() => page.googleTranslateElementInit());
  await waitFor(() => expect(line()).toBeVisible());
});

test('on the staff origin the line links to the same public page, and loads nothing', () => {
  document.head.innerHTML = '<meta name="translated-pages" content="https://track.example.com">';
  render(
    <MemoryRouter initialEntries={['/track-order/100001?trace=1']}>
      <TranslateLink />
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'Read this page in another language' })).toHaveAttribute(
    'href',
    'https://track.example.com/track-order/100001',
  );
  expect(script()).toBeNull();
});

test.each([
  ['ar', '', 'rtl'],
  ['fa-IR', 'translated-ltr', 'rtl'],
  ['x', 'translated-rtl', 'rtl'],
  ['fr', 'translated-ltr', 'ltr'],
])('translated into %s (%s) the page has the direction %s', async (lang, className, dir) => {
  const root = document.documentElement;
  root.lang = lang;
  root.className = className;
  await waitFor(() => expect(root.dir).toBe(dir));
});

class GoogleElement {
  constructor(_: object, placeId: string) {
    document.getElementById(placeId)!.append(document.createElement('select'));
  }
}
