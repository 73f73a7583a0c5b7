import { documentEdge, documentFault, documentTypeOf } from 'shared/rules/documentTypes';

/** A file that somebody chose, judged: rules 11.13. */
export interface ChosenDocument {
  file: File;
  /** By its bytes; null: nothing that is taken. */
  contentType: string | null;
  /** Why it cannot be sent; null: as far as can be told here, it can. */
  fault: string | null;
}

/** Judges a file by its first and last bytes, as the API will. One that is not there any more says so. */
export async function chosenDocument(file: File, limitMb: number): Promise<ChosenDocument> {
  try {
    const head = await bytesOf(file.slice(0, documentEdge));
    const tail = await bytesOf(file.slice(-documentEdge));
    const fault = documentFault({ name: file.name, size: file.size, head, tail }, limitMb);
    return { file, contentType: documentTypeOf(head)?.contentType ?? null, fault: fault?.text ?? null };
  } catch {
    return { file, contentType: null, fault: 'This file cannot be read. It may have been moved. Choose it again.' };
  }
}

const bytesOf = async (part: Blob) => new Uint8Array(await part.arrayBuffer());
