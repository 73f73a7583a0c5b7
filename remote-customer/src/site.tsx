/** The public site's entry: the customer's pages without the shell, without federation and without staff. */
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { CustomerSite } from './CustomerSite.tsx';
import { followSystemScheme } from './followSystemScheme.ts';
import './site.css';

followSystemScheme();

createRoot(document.getElementById('root')!).render(
  <BrowserRouter>
    <CustomerSite />
  </BrowserRouter>,
);
