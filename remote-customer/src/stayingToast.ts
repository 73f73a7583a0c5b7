/** Toasts of the customer's pages stay until they are closed (requirements section 9); a newer one replaces an older. */
import toast from 'react-hot-toast/headless';
import type { DeskToastOptions } from 'shared/ui/toasts';

const staying: DeskToastOptions = { id: 'customer', stays: true };

export const toastSuccess = (message: string) => toast.success(message, staying);
export const toastError = (message: string) => toast.error(message, staying);
