import { screen } from '@testing-library/react';
import { renderSite } from './testing/renderSite.tsx';

test('/ redirects to tracking', async () => {
  const { place } = renderSite('/');
  await screen.findByRole('heading', { name: 'Track your order' });
  expect(place()).toBe('/track-order');
});

test('an unknown page says so and links to tracking', async () => {
  renderSite('/admin/recent-order');
  await screen.findByRole('heading', { name: 'Page not found' });
  expect(screen.getByRole('link', { name: 'Track your order' })).toHaveAttribute('href', '/track-order');
  expect(document.title).toBe('Page not found · New Zealand Travel Declaration');
});
