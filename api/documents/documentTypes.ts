import { openAsBlob } from 'node:fs';
import { fileTypeFromBlob } from 'file-type';
import { Refusal } from '../http/Refusal.ts';

/** A kind of document that is taken: by its bytes, whatever its name says. */
export interface DocumentType {
  extension: string;
  contentType: string;
  label: string;
}

const types: readonly DocumentType[] = [
  { extension: 'pdf', contentType: 'application/pdf', label: 'PDF' },
  { extension: 'jpg', contentType: 'image/jpeg', label: 'JPEG' },
  { extension: 'png', contentType: 'image/png', label: 'PNG' },
  { extension: 'webp', contentType: 'image/webp', label: 'WebP' },
  { extension: 'heic', contentType: 'image/heic', label: 'HEIC' },
];

/** Other extensions and content types of the same kinds. */
const alsoKnownAs: Readonly<Record<string, string>> = { jpeg: 'jpg', heif: 'heic', 'image/heif': 'image/heic' };

/**
 * Says what a file is by its first bytes. Anything but PDF, JPEG, PNG, WebP and HEIC is refused with 415 (rules
 * 11.3).
 */
export async function documentTypeOf(file: string, originalName: string): Promise<DocumentType> {
  // A file cut short in its first bytes is an error to the library, and no document to us.
  const found = await fileTypeFromBlob(await openAsBlob(file)).catch(() => undefined);
  const contentType = found && (alsoKnownAs[found.mime] ?? found.mime);
  const type = types.find((known) => known.contentType === contentType);
  if (!type) throw new Refusal(415, wrongType(originalName, found?.ext));
  return type;
}

/** Says what the file claims to be when that is something we would have taken, else what it is. */
function wrongType(originalName: string, found: string | undefined) {
  const extension = /\.(\w+)$/.exec(originalName)?.[1]?.toLowerCase() ?? '';
  const claimed = types.find((type) => type.extension === (alsoKnownAs[extension] ?? extension));
  if (claimed) return `This file says it is a ${claimed.label} but is not. Choose a PDF or an image.`;
  if (found) return `${found.toUpperCase()} files are not taken. Choose a PDF, JPEG, PNG, WebP or HEIC.`;
  return 'This file is not a PDF or an image. Choose a PDF, JPEG, PNG, WebP or HEIC.';
}
