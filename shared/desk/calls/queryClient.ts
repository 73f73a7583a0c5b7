/** The one cache of server state, shared by shell and remotes. */
import { QueryClient } from '@tanstack/react-query';
import { CallError } from '../../api/send.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 0,
      refetchOnWindowFocus: false,
      // Without a network it is asked all the same: a call that fails is told and can be tried again, one that waits in
      // silence is neither. Once there is one again, what is on screen is read anew.
      networkMode: 'always',
      refetchOnReconnect: true,
      // What the API refused it would refuse again; what never arrived is worth one more try, where there is a network.
      retry: (failures, error) =>
        failures < 1 && error instanceof CallError && error.httpStatus === 0 && navigator.onLine,
    },
  },
});
