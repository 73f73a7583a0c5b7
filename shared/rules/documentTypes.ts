/** Accepted file types (rules 11.3, 11.13), checked in the form and by the API. */

export interface DocumentType {
  extension: string;
  contentType: string;
  label: string;
}

type Signature = (bytes: Uint8Array) => boolean;

const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes);
const beginsWith =
  (...first: number[]): Signature =>
  (bytes) =>
    first.every((byte, index) => bytes[index] === byte);

const signatures: readonly (DocumentType & { matches: Signature })[] = [
  {
    extension: 'pdf',
    contentType: 'application/pdf',
    label: 'PDF',
    matches: (bytes) => latin(bytes.subarray(0, 5)) === '%PDF-',
  },
  { extension: 'jpg', contentType: 'image/jpeg', label: 'JPEG', matches: beginsWith(0xff, 0xd8, 0xff) },
  {
    extension: 'png',
    contentType: 'image/png',
    label: 'PNG',
    matches: beginsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  },
  {
    extension: 'webp',
    contentType: 'image/webp',
    label: 'WebP',
    matches: (bytes) => /^RIFF[^]{4}WEBP/.test(latin(bytes.subarray(0, 12))),
  },
  {
    extension: 'heic',
    contentType: 'image/heic',
    label: 'HEIC',
    matches: (bytes) => /^ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/.test(latin(bytes.subarray(4, 12))),
  },
];

const extensionAliases: Readonly<Record<string, string>> = { jpeg: 'jpg', heif: 'heic' };

/** Detects the type from the first bytes; null if not accepted. */
export const documentTypeOf = (head: Uint8Array): DocumentType | null =>
  signatures.find(({ matches }) => matches(head)) ?? null;

/** The first and last `documentEdgeBytes` of a file. */
interface DocumentEdges {
  name: string;
  /** Bytes. */
  size: number;
  head: Uint8Array;
  tail: Uint8Array;
}

/** How many bytes at each end of a file are enough to detect its type or a truncated PDF. */
export const documentEdgeBytes = 2_048;

interface DocumentFault {
  httpStatus: 400 | 413 | 415;
  text: string;
}

/** Checks a file by its name, size and edges; null if accepted. `limitMb` is `MAX_UPLOAD_MB`. */
export function documentFault({ name, size, head, tail }: DocumentEdges, limitMb: number): DocumentFault | null {
  if (size === 0) return { httpStatus: 400, text: 'This file is empty. Choose a PDF or an image.' };
  if (size > limitMb * 1_048_576) return { httpStatus: 413, text: fileTooLarge(size, limitMb) };
  const type = documentTypeOf(head);
  if (!type) return { httpStatus: 415, text: wrongType(name) };
  // A PDF without its end marker is truncated.
  const isCutShort = type.extension === 'pdf' && !latin(tail).includes('%%EOF');
  return isCutShort ? { httpStatus: 415, text: 'This PDF is incomplete. Save it again, then choose it again.' } : null;
}

/** '21.4 MB is too large. The limit is 20 MB.' Never rounds down to the limit. */
export const fileTooLarge = (bytes: number, limitMb: number) =>
  `${Math.max(bytes / 1_048_576, limitMb + 0.1).toFixed(1)} MB is too large. The limit is ${limitMb} MB.`;

/** Names the type that the file's extension claims, or else the extension itself. */
function wrongType(name: string): string {
  const extension = /\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const claimed = signatures.find((type) => type.extension === (extensionAliases[extension] ?? extension));
  if (claimed) return `This file says it is a ${claimed.label} but is not. Choose a PDF or an image.`;
  if (extension) return `${extension.toUpperCase()} files are not accepted. Choose a PDF, JPEG, PNG, WebP or HEIC.`;
  return 'This file is not a PDF or an image. Choose a PDF, JPEG, PNG, WebP or HEIC.';
}

export interface ChosenDocument {
  file: File;
  /** Detected from its bytes; null if not accepted. */
  contentType: string | null;
  /** Null if the browser finds no fault. */
  fault: string | null;
}

/** Checks a file's first and last bytes, as the API does. */
export async function checkChosenFile(file: File, limitMb: number): Promise<ChosenDocument> {
  try {
    const head = await bytesOf(file.slice(0, documentEdgeBytes));
    const tail = await bytesOf(file.slice(-documentEdgeBytes));
    const fault = documentFault({ name: file.name, size: file.size, head, tail }, limitMb);
    return { file, contentType: documentTypeOf(head)?.contentType ?? null, fault: fault?.text ?? null };
  } catch {
    return { file, contentType: null, fault: 'This file cannot be read. It may have been moved. Choose it again.' };
  }
}

const bytesOf = async (part: Blob) => new Uint8Array(await part.arrayBuffer());
