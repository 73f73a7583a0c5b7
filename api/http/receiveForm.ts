import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';
import { Refusal } from './Refusal.ts';

/** A file of a multipart call, received whole. */
export interface ReceivedFile {
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

/**
 * Streams a multipart body to a temporary folder in DATA_DIR. Refuses with 413 what is over MAX_UPLOAD_MB, and with 400
 * file fields that the call does not name.
 */
export async function receiveForm(
  request: FastifyRequest,
  fileFields: readonly string[],
  { dataDir, maxUploadMb }: Pick<Settings, 'dataDir' | 'maxUploadMb'>,
): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw new Refusal(400, 'Send this call as multipart/form-data');
  const limit = maxUploadMb * 1_048_576;
  await mkdir(path.join(dataDir, 'tmp'), { recursive: true });
  const folder = await mkdtemp(path.join(dataDir, 'tmp', 'upload-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const form: ReceivedForm = { fields: {}, files: {}, remove };
  try {
    const parts = request.parts({
      limits: { fileSize: limit, files: fileFields.length, fields: 50, fieldSize: 10_000 },
    });
    for await (const part of parts) {
      if (part.type === 'field') {
        form.fields[part.fieldname] = String(part.value ?? '');
        continue;
      }
      if (!fileFields.includes(part.fieldname)) throw new Refusal(400, `There is no file field ${part.fieldname}`);
      const file = path.join(folder, String(Object.keys(form.files).length));
      const hash = createHash('sha256');
      let size = 0;
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          size += chunk.length;
          done(null, chunk);
        },
      });
      await pipeline(part.file, measure, createWriteStream(file, { mode: 0o600 }));
      if (part.file.truncated) throw tooLarge(request, maxUploadMb);
      const { fieldname, filename, mimetype } = part;
      form.files[fieldname] = { path: file, originalName: filename, mimetype, size, sha256: hash.digest('hex') };
    }
    return form;
  } catch (error) {
    await remove();
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge(request, maxUploadMb);
    throw error;
  }
}

/** The size is the whole body's, which the browser told before it sent it. */
function tooLarge(request: FastifyRequest, maxUploadMb: number): Refusal {
  const size = Number(request.headers['content-length']);
  const told = size > 0 ? `${(size / 1_048_576).toFixed(1)} MB is` : 'This file is';
  return new Refusal(413, `${told} too large. The limit is ${maxUploadMb} MB.`);
}
