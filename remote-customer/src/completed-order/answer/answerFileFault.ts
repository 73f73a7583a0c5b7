import { documentEdge, documentFault } from 'shared/rules/documentTypes';

/** Why a file cannot be sent, judged by its first and last bytes as the API will; null: as far as can be told here, it can. */
export async function answerFileFault(file: File, limitMb: number): Promise<string | null> {
  try {
    const head = await bytesOf(file.slice(0, documentEdge));
    const tail = await bytesOf(file.slice(-documentEdge));
    return documentFault({ name: file.name, size: file.size, head, tail }, limitMb)?.text ?? null;
  } catch {
    return 'This file cannot be read. It may have been moved. Choose it again.';
  }
}

const bytesOf = async (part: Blob) => new Uint8Array(await part.arrayBuffer());
