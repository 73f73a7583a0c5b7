import { folderOfKey, queryClient } from 'shared/desk';

/** Clears the order lists that no screen shows any more, and cancels what they still ask for (rules 5.7). */
export function forgetLeftLists() {
  const left = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => folderOfKey(queryKey) !== null,
    type: 'inactive',
  } as const;
  void queryClient.cancelQueries(left);
  queryClient.removeQueries(left);
}
