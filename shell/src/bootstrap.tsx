import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/inter/index.css';
import { queryClient, Toaster } from 'shared/desk';
import { StaffTheme } from 'shared/kit/base';
import 'shared/kit/theme/tokens.json?css';
import 'shared/kit/theme/base.css';
import { App, routerReady } from './App.tsx';
import './frame.css';
import { loadRegistry } from './registry.ts';
import { VersionNotices } from './remotes/VersionNotices.tsx';

/**
 * Imports modules for the remotes: a container provides only what it imports, and the shell itself uses neither lists
 * nor charts. Never called. @public
 */
export const root = () => [import('shared/kit/table'), import('shared/kit/chart')];

// Fetches the registry if the page has none; until it arrives, the menu uses the registry of the last visit.
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
