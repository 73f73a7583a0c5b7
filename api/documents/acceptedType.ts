import { open } from 'node:fs/promises';
import { documentEdge, documentFault, documentTypeOf, type DocumentType } from 'shared/rules/documentTypes';
import type { ReceivedFile } from '../http/receiveForm.ts';
import { Refusal } from '../http/Refusal.ts';

/**
 * Says what a file is by its bytes. Throws what the form says of it too (rules 11.3, 11.13): 400 for an empty one, 413
 * beyond the limit, 415 for anything but a PDF, JPEG, PNG, WebP or HEIC, and for a PDF that was cut short.
 */
export async function acceptedType(file: ReceivedFile, limitMb: number): Promise<DocumentType> {
  const { head, tail } = await edgesOf(file);
  const fault = documentFault({ name: file.originalName, size: file.size, head, tail }, limitMb);
  if (fault) throw new Refusal(fault.httpStatus, fault.text, { errors: { [file.field]: fault.text } });
  return documentTypeOf(head)!;
}

async function edgesOf({ path, size }: ReceivedFile) {
  const handle = await open(path);
  try {
    const length = Math.min(size, documentEdge);
    const edge = async (position: number) => (await handle.read(new Uint8Array(length), 0, length, position)).buffer;
    return { head: await edge(0), tail: await edge(size - length) };
  } finally {
    await handle.close();
  }
}
