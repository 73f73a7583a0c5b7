import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { checkRemote } from 'shared/remote/remoteContract';
import * as exposedModule from '../exposed.tsx';
import { renderSite } from '../testing/renderSite.tsx';

const script = () => document.head.querySelector('script');

beforeEach(() => {
  document.head.innerHTML = '<meta name="translate-script" content="https://translate.example.com/element.js">';
});

// On the staff origin a third-party script could read the member's session.
test('in the shell customer pages have no language line and no script, whatever the settings', async () => {
  const { Frame } = checkRemote('remote-customer', exposedModule);
  if (!Frame) throw new Error('The remote has no frame');
  render(
    <MemoryRouter>
      <Frame>
        <h1>A customer page</h1>
      </Frame>
    </MemoryRouter>,
  );
  await screen.findByRole('heading', { name: 'A customer page' });
  expect(script()).toBeNull();
  expect(screen.queryByText('Language')).toBeNull();
});

test('the public site has both', async () => {
  renderSite('/track-order');
  await screen.findByRole('heading', { name: 'Track your order' });
  expect(script()).toHaveAttribute('src', 'https://translate.example.com/element.js');
  expect(screen.getByText('Language')).toBeInTheDocument();
});
