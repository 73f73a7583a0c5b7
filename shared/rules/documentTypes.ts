/** Which files are taken as documents (rules 11.3, 11.13): judged when one is chosen, and by the API again. */

/** A kind of file that is taken: by its bytes, whatever its name says. */
export interface DocumentType {
  extension: string;
  contentType: string;
  label: string;
}

type Signature = (bytes: Uint8Array) => boolean;

/** Bytes as text, one character each. */
const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes);
const beginsWith =
  (...first: number[]): Signature =>
  (bytes) =>
    first.every((byte, index) => bytes[index] === byte);

const signatures: readonly (DocumentType & { isOne: Signature })[] = [
  {
    extension: 'pdf',
    contentType: 'application/pdf',
    label: 'PDF',
    isOne: (bytes) => latin(bytes.subarray(0, 5)) === '%PDF-',
  },
  { extension: 'jpg', contentType: 'image/jpeg', label: 'JPEG', isOne: beginsWith(0xff, 0xd8, 0xff) },
  {
    extension: 'png',
    contentType: 'image/png',
    label: 'PNG',
    isOne: beginsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  },
  {
    extension: 'webp',
    contentType: 'image/webp',
    label: 'WebP',
    isOne: (bytes) => /^RIFF[^]{4}WEBP/.test(latin(bytes.subarray(0, 12))),
  },
  {
    extension: 'heic',
    contentType: 'image/heic',
    label: 'HEIC',
    isOne: (bytes) => /^ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/.test(latin(bytes.subarray(4, 12))),
  },
];

/** Other extensions of the same kinds. */
const alsoKnownAs: Readonly<Record<string, string>> = { jpeg: 'jpg', heif: 'heic' };

const typeOf = (head: Uint8Array) => signatures.find(({ isOne }) => isOne(head));

/** What a file is by its first bytes; null: nothing that is taken. */
export function documentTypeOf(head: Uint8Array): DocumentType | null {
  const found = typeOf(head);
  return found ? { extension: found.extension, contentType: found.contentType, label: found.label } : null;
}

/** A file as far as it is looked at: the first and the last `documentEdge` bytes of it. */
interface DocumentEdges {
  name: string;
  /** Bytes. */
  size: number;
  head: Uint8Array;
  tail: Uint8Array;
}

/** So many bytes at either end tell what a file is, and whether a PDF is all there. */
export const documentEdge = 2_048;

/** Why a file is not taken: what a person reads, and the status of the API's answer. */
interface DocumentFault {
  httpStatus: 400 | 413 | 415;
  text: string;
}

/** Judges a file by its name, size and edges; null: it is taken. The limit is MAX_UPLOAD_MB. */
export function documentFault({ name, size, head, tail }: DocumentEdges, limitMb: number): DocumentFault | null {
  if (size === 0) return { httpStatus: 400, text: 'This file is empty. Choose a PDF or an image.' };
  if (size > limitMb * 1_048_576) return { httpStatus: 413, text: tooLarge(size, limitMb) };
  const type = documentTypeOf(head);
  if (!type) return { httpStatus: 415, text: wrongType(name) };
  // What comes after the mark is no part of the document; before it, the download or the copy broke off.
  const isCutShort = type.extension === 'pdf' && !latin(tail).includes('%%EOF');
  return isCutShort
    ? { httpStatus: 415, text: 'This PDF has no end: it was cut short. Save it anew, then choose it again.' }
    : null;
}

/** '21.4 MB is too large. The limit is 20 MB.' Never reads as the limit itself. */
export const tooLarge = (bytes: number, limitMb: number) =>
  `${Math.max(bytes / 1_048_576, limitMb + 0.1).toFixed(1)} MB is too large. The limit is ${limitMb} MB.`;

/** Says what the file claims to be when that is something that would have been taken, else what its name says it is. */
function wrongType(name: string): string {
  const extension = /\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const claimed = signatures.find((type) => type.extension === (alsoKnownAs[extension] ?? extension));
  if (claimed) return `This file says it is a ${claimed.label} but is not. Choose a PDF or an image.`;
  if (extension) return `${extension.toUpperCase()} files are not taken. Choose a PDF, JPEG, PNG, WebP or HEIC.`;
  return 'This file is not a PDF or an image. Choose a PDF, JPEG, PNG, WebP or HEIC.';
}
