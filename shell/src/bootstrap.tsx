import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/inter/index.css';
import { followColorMode, queryClient, Toaster } from 'shared/desk';
import { StaffTheme } from 'shared/kit/base';
import 'shared/kit/theme/tokens.css';
import 'shared/kit/theme/base.css';
import { App } from './App.tsx';
import { loadRegistry } from './registry.ts';

/**
 * For the remotes: a container provides only what it imports somewhere, and the shell itself draws no lists. Never called.
 * @public
 */
export const provided = () => import('shared/kit/table');

followColorMode();

// Asked for while the shell starts; until it is there, the menu is that of the last visit.
void loadRegistry();

createRoot(document.getElementById('root')!).render(
  <StaffTheme>
    <QueryClientProvider client={queryClient}>
      <App />
      <Toaster />
    </QueryClientProvider>
  </StaffTheme>,
);
