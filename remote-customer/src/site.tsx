import './site.css';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { CustomerSite } from './CustomerSite.tsx';

/** The public site's entry: no shell, no federation, no staff code. */

createRoot(document.getElementById('root')!).render(
  <BrowserRouter>
    <CustomerSite />
  </BrowserRouter>,
);
