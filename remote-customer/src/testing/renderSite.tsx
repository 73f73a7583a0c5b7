import { act, render } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { CustomerSite } from '../CustomerSite.tsx';

/** Opens the public site at a URL. `place()` is the path, `address()` the whole URL, `back()` the browser's Back. */
export function renderSite(address: string) {
  toast.remove();
  let location = { pathname: address, search: '', hash: '' };
  let navigate: ReturnType<typeof useNavigate>;
  function Place() {
    location = useLocation();
    navigate = useNavigate();
    return null;
  }
  const { unmount } = render(
    <MemoryRouter initialEntries={[address]}>
      <CustomerSite />
      <Place />
    </MemoryRouter>,
  );
  return {
    place: () => location.pathname,
    address: () => location.pathname + location.search + location.hash,
    back: () => act(async () => navigate(-1)),
    unmount,
  };
}
