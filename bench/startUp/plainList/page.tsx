/**
 * The floor of a list: the screen of remote-orders with kit and desk in one bundle, without federation, registry, remotes
 * and the shell's layout. What the product takes longer than this is what its parts cost.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import '@fontsource-variable/inter/index.css';
import { followColorMode, queryClient } from 'shared/desk';
import { StaffTheme } from 'shared/kit/base';
import 'shared/kit/theme/tokens.css';
import 'shared/kit/theme/base.css';
import { OrderListScreen } from '../../../remote-orders/src/order-list/OrderListScreen.tsx';

followColorMode();

createRoot(document.getElementById('root')!).render(
  <StaffTheme>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <main>
          <OrderListScreen folder="newOrder" />
        </main>
      </BrowserRouter>
    </QueryClientProvider>
  </StaffTheme>,
);
