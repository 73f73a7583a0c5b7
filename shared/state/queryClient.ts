/** The one cache of server state, shared by shell and remotes. Query keys start with the folder, or 'order', or 'counts'. */
import { QueryClient } from '@tanstack/react-query';
import { CallError } from '../api/send.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 0,
      refetchOnWindowFocus: false,
      // What the API refused it would refuse again; what never arrived is worth one more try.
      retry: (failures, error) => failures < 1 && error instanceof CallError && error.httpStatus === 0,
    },
  },
});
