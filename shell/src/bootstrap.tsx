import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/inter/index.css';
import { queryClient, Toaster } from 'shared/desk';
import { StaffTheme } from 'shared/kit/base';
import 'shared/kit/theme/tokens.css';
import 'shared/kit/theme/base.css';
import { App, routed } from './App.tsx';
import './frame.css';
import { loadRegistry } from './registry.ts';

/**
 * For the remotes: a container provides only what it imports somewhere, and the shell itself draws no lists and no charts. Never called.
 * @public
 */
export const provided = () => [import('shared/kit/table'), import('shared/kit/chart')];

// Where the page does not carry it, it is asked for while the shell starts; until then the menu is that of the last visit.
void loadRegistry();

void routed.then(() =>
  createRoot(document.getElementById('root')!).render(
    <StaffTheme>
      <QueryClientProvider client={queryClient}>
        <App />
        <Toaster />
      </QueryClientProvider>
    </StaffTheme>,
  ),
);
