import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { CustomerSite } from './CustomerSite.tsx';
import './site.css';

/** The public site's entry: the customer's pages without the shell, without federation and without staff. */

createRoot(document.getElementById('root')!).render(
  <BrowserRouter>
    <CustomerSite />
  </BrowserRouter>,
);
