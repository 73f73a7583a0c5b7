/** ENOSPC and EDQUOT of the file system, and PostgreSQL's own word for either. */
const codesOfNoRoom = ['ENOSPC', 'EDQUOT', '53100'];

/** Whether an error, or what caused it, says that a disk is full: ours, or the database server's. */
export function tellsOfNoRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return codesOfNoRoom.includes((error as { code?: string }).code ?? '') || tellsOfNoRoom(error.cause);
}
