import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/inter/index.css';
import { queryClient, Toaster } from 'shared/desk';
import { StaffTheme } from 'shared/kit/base';
import 'shared/kit/theme/tokens.css';
import 'shared/kit/theme/base.css';
import { App, routerReady } from './App.tsx';
import './frame.css';
import { loadRegistry } from './registry.ts';
import { VersionNotices } from './remotes/VersionNotices.tsx';

/**
 * For the remotes: a container provides only modules that it imports, and the shell itself uses neither lists nor
 * charts. Never called. @public
 */
export const root = () => [import('shared/kit/table'), import('shared/kit/chart')];

// Without a registry in the page it is fetched during start-up; until then the menu is the last visit's.
void loadRegistry();

void routerReady.then(() =>
  createRoot(document.getElementById('root')!).render(
    <StaffTheme>
      <QueryClientProvider client={queryClient}>
        <VersionNotices />
        <App />
        <Toaster />
      </QueryClientProvider>
    </StaffTheme>,
  ),
);
