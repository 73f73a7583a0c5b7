import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { CustomerSite } from './CustomerSite.tsx';
import './site.css';

/** The public site's entry: the customer's pages without the shell, without federation and without staff. */

followSystemScheme();

createRoot(document.getElementById('root')!).render(
  <BrowserRouter>
    <CustomerSite />
  </BrowserRouter>,
);

/** Keeps the page in the light or dark scheme that the system asks for: the public site has no switch of its own. */
function followSystemScheme() {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light';
  };
  dark.addEventListener('change', follow);
  follow();
}
