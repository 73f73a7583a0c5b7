/** Toasts of the customer's pages stay until they are closed (rules 16.20); a newer one replaces an older. */
import * as toasts from 'shared/desk';

const staying = { id: 'customer', stays: true };

export const toastSuccess = (message: string) => toasts.toastSuccess(message, staying);
export const toastError = (message: string) => toasts.toastError(message, staying);
