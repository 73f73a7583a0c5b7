import { Refusal } from '../http/Refusal.ts';

/** 507: what was asked for needs room that there is not. */
export const noRoom = () =>
  new Refusal(507, 'The disk is almost full, so nothing can be changed now. Nothing was changed. Reading goes on.', {
    headers: { 'Retry-After': '30' },
  });

/** ENOSPC and EDQUOT of the file system, and PostgreSQL's own word for either. */
const codesOfNoRoom = ['ENOSPC', 'EDQUOT', '53100'];

/** Whether an error, or what caused it, says that a disk is full: ours, or the database server's. */
export function tellsOfNoRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return codesOfNoRoom.includes((error as { code?: string }).code ?? '') || tellsOfNoRoom(error.cause);
}
