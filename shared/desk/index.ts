/**
 * What a signed-in desk knows and does, as shell and remotes share it at run time: one instance on a page, under this one
 * name. What is exported here is its surface (docs/decisions/19-desk-and-kit.md); the rest is its own.
 */
export { CallError, type SendOptions } from '../api/send.ts';

export { newKey, sendWithRetry, useAction } from './calls/useAction.ts';
export { useCall } from './calls/useCall.ts';
export { useCallForm, type CallForm } from './calls/useCallForm.ts';
export { queryClient } from './calls/queryClient.ts';
export { orderRowKey, queryOptions, readAhead } from './calls/queryOptions.ts';
export { useRest } from './calls/useRest.ts';

export { send } from './session/send.ts';
export { serverNow } from './session/serverClock.ts';
export { useSecondsLeft } from './session/useSecondsLeft.ts';
export { signedIn, signingIn, signInFailed, signInLeadsBack, signOut, useSession } from './session/session.ts';
export { type DraftKey, forgetDraft, readDraft, useDraft } from './session/drafts.ts';
export { prefer, usePreferences } from './preferences.ts';
export { readFolderCounts, refreshFolderCounts, useFolderCounts } from './folderCounts.ts';
export { useShortcuts, type Shortcuts } from './useShortcuts.ts';

export { Toaster } from './toasts/Toaster.tsx';
export {
  dismissToast,
  toastError,
  toastNote,
  toastSuccess,
  type ToastAction,
  useOneLineToasts,
  useToastsStay,
} from './toasts/toasts.ts';

export { findBroughtBack, mailToast, refundDone, undoChoice, undoLatest, useUndo } from './undo/undo.ts';
export { jobStarted, refreshJobs, useJobs } from './bulk/jobs.ts';
export { type BulkToast, useJobEnds } from './bulk/useJobEnds.ts';

// Forms, which sign-in has already: they are loaded once.
export { valibotResolver } from '@hookform/resolvers/valibot';
export { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
