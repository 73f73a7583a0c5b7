import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { tooLarge } from 'shared/rules/documentTypes';
import type { Settings } from '../settings/settings.ts';
import { readParts, unreadableForm } from './readParts.ts';
import { Refusal } from './Refusal.ts';

/** A file of a multipart call, received whole. */
export interface ReceivedFile {
  /** The form's field that it came in: what is wrong with it is told there. */
  field: string;
  /** Where its bytes lie until the call is answered. */
  path: string;
  /** What the browser called it. */
  originalName: string;
  /** What the browser took it for: a hint, never a fact. */
  mimetype: string;
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
}

interface ReceivedForm {
  fields: Record<string, string>;
  files: Record<string, ReceivedFile>;
  /** Removes the temporary folder. */
  remove: () => Promise<void>;
}

/** Beside its files a form has few and short fields. */
const fieldsAtMost = 50;
const fieldSize = 10_000;

/** Bytes of a whole form: MAX_UPLOAD_MB, and what its fields may take. */
export const formBytesAtMost = ({ maxUploadMb }: Pick<Settings, 'maxUploadMb'>) =>
  maxUploadMb * 1_048_576 + 2 * fieldsAtMost * fieldSize;

/**
 * Streams a multipart body to a temporary folder in DATA_DIR. Refuses with 413 what is over MAX_UPLOAD_MB, before it is
 * read where it says so, and with 400 what is no form and fields that the call does not name.
 */
export async function receiveForm(
  request: FastifyRequest,
  fileFields: readonly string[],
  { dataDir, maxUploadMb }: Pick<Settings, 'dataDir' | 'maxUploadMb'>,
): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw new Refusal(400, 'Send this call as multipart/form-data');
  const limit = maxUploadMb * 1_048_576;
  const tooLarge = formTooLarge(request, maxUploadMb);
  const whole = { bytes: formBytesAtMost({ maxUploadMb }), tooLarge };
  if (Number(request.headers['content-length']) > whole.bytes) throw tooLarge;
  await mkdir(path.join(dataDir, 'tmp'), { recursive: true });
  const folder = await mkdtemp(path.join(dataDir, 'tmp', 'upload-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const form: ReceivedForm = { fields: {}, files: {}, remove };
  try {
    const limits = { fileSize: limit, files: fileFields.length, fields: fieldsAtMost, fieldSize };
    for await (const part of readParts(request, limits, whole)) {
      const { type, fieldname } = part;
      if (type === 'field') {
        if (typeof part.value !== 'string') throw new Refusal(400, `${fieldname} must be text`);
        if (part.valueTruncated) throw new Refusal(400, `${fieldname} is too long`);
        form.fields[fieldname] = part.value;
        continue;
      }
      if (!fileFields.includes(fieldname)) throw new Refusal(400, `There is no file field ${fieldname}`);
      const file = path.join(folder, String(Object.keys(form.files).length));
      form.files[fieldname] = await receiveFile(part, file, tooLarge);
    }
    return form;
  } catch (error) {
    await remove();
    throw error;
  }
}

async function receiveFile(part: MultipartFile, file: string, tooLarge: Refusal): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  // Else what is over the limit would be waited for to its end.
  part.file.once('limit', () => part.file.destroy(tooLarge));
  try {
    await pipeline(part.file, measure, createWriteStream(file, { mode: 0o600 }));
  } catch (error) {
    // The disk's errors are ours, whatever else breaks is the form.
    throw error === tooLarge || (error as NodeJS.ErrnoException).syscall ? error : unreadableForm();
  }
  if (part.file.truncated) throw tooLarge;
  return {
    field: part.fieldname,
    path: file,
    originalName: part.filename,
    mimetype: part.mimetype,
    size,
    sha256: hash.digest('hex'),
  };
}

/** The size is the whole body's, which the browser told before it sent it. */
function formTooLarge(request: FastifyRequest, maxUploadMb: number): Refusal {
  const size = Number(request.headers['content-length']);
  return new Refusal(
    413,
    size > 0 ? tooLarge(size, maxUploadMb) : `This file is too large. The limit is ${maxUploadMb} MB.`,
  );
}
