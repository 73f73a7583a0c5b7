import type { ReceivedFile } from '../http/receiveForm.ts';

/** Whether a form has a file in its field: a browser sends a field without one as one without a name. */
export const isFileThere = (file: ReceivedFile | undefined): file is ReceivedFile =>
  file !== undefined && (file.size > 0 || Boolean(file.originalName));
