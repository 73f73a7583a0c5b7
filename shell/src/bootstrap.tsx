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
 * Never called. Imports the module that only remotes use, because a federation container provides only what it
 * imports. @public
 */
export const root = () => import('shared/kit/table');

// Fetches the registry if the page does not contain it. Until it arrives, the menu uses the last visit's registry.
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
