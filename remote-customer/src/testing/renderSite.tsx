import { render } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { Toaster } from 'shared/desk';
import { CustomerSite } from '../CustomerSite.tsx';

/** Opens the public site at an address. `place()` is where it is then. */
export function renderSite(address: string) {
  toast.remove();
  let pathname = address;
  function Place() {
    pathname = useLocation().pathname;
    return null;
  }
  render(
    <MemoryRouter initialEntries={[address]}>
      <CustomerSite />
      <Toaster stay />
      <Place />
    </MemoryRouter>,
  );
  return { place: () => pathname };
}
