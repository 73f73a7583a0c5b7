/**
 * State and calls of the staff site, shared by shell and remotes as one instance. Its exports are versioned
 * (docs/decisions/19-desk-and-kit.md).
 */
export { CallError, newKey, type SendOptions } from '../api/client/send.ts';

export { useAction } from './calls/useAction.ts';
export { useCallForm, type CallForm } from './calls/useCallForm.ts';
export { queryClient, refetch } from './calls/queryClient.ts';
export { orderRowKey, prefetchCall, queryOptions, useCall, useHoverPrefetch } from './calls/useCall.ts';

export { send, sendWithRetry } from './session/send.ts';
export { serverNow, useNow, useSecondsLeft } from './session/clock.ts';
export { signedIn, signingIn, signInFailed, shouldReturnAfterSignIn, signOut, useSession } from './session/session.ts';
export { type DraftKey, deleteDraft, readDraft, useDraft } from './session/drafts.ts';
export { setPreferences, usePreferences } from './preferences.ts';
export { readFolderCounts, refreshFolderCounts, useFolderCounts } from './folderCounts.ts';
export { useNextDispute, useNextMessage, useNextOrder, useNextRefund } from './nextOrder.ts';
export { takeTypedAhead, typeAhead, useShortcuts, type Shortcuts } from './useShortcuts.ts';

export { Toaster } from './toasts/Toaster.tsx';
export {
  dismissToast,
  toastError,
  toastInfo,
  toastOffline,
  toastSuccess,
  type ToastAction,
  usePersistentToasts,
} from './toasts/toasts.ts';

export {
  type AskedMail,
  takeRestoredOrder,
  mailToastId,
  mailToastOptions,
  clearUndo,
  undoToastOptions,
  undoLatest,
  useUndo,
} from './undo/undo.ts';
export { jobStarted, refreshJobs, useJobs } from './bulk/jobs.ts';
export { type BulkToast, useJobToasts } from './bulk/useJobToasts.ts';

// Desk's forms need these. Remotes import them from here, so that a page loads them once.
export { valibotResolver } from '@hookform/resolvers/valibot';
export { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
