import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyLimitOf } from 'shared/api/call';
import { fileTooLarge } from 'shared/rules/documentTypes';
import type { Settings } from '../settings/settings.ts';
import { HttpError } from './HttpError.ts';

export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/** The size limit of a request's body in bytes. `receiveForm` enforces it for forms, Fastify for others. */
export function requestBodyLimit({ routeOptions, server }: FastifyRequest): number {
  const { bodyLimit, config } = routeOptions;
  return config.call?.files ? maxFormBytes(server.context.settings) : (bodyLimit ?? 0);
}

export function maxBodyBytes(request: FastifyRequest): number {
  const limit = requestBodyLimit(request);
  const contentLength = request.headers['content-length'];
  return contentLength === undefined ? limit : Math.min(Number(contentLength), limit);
}

const deepest = 20;
/**
 * A body may have as many JSON values as the call's size limit divided by this. Short bodies may be denser: the densest
 * intake order has a value every 28 bytes.
 */
const bytesAValue = 32;

/** Calls `assertJsonComplexity` before Fastify's own parser, which refuses prototype keys. */
export function readJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  // Fastify accepts plain text by default.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const { call } = request.routeOptions.config;
    try {
      assertJsonComplexity(body, { deepest, max: call ? bodyLimitOf(call) / bytesAValue : 0 });
    } catch (refusal) {
      return done(refusal as HttpError);
    }
    // The default parser uses `done`; its type also allows a promise.
    return parse(request, body, done) as void;
  });
}

/** Throws 400 for deep nesting or too many values, which would slow down each later step. Ignores syntax errors. */
export function assertJsonComplexity(json: string, { deepest, max }: { deepest: number; max: number }): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '"':
        at = endOfText(json, at);
        break;
      case '{':
      case '[':
        depth += 1;
        values += 1;
        if (depth > deepest) throw new HttpError(400, 'The body is nested too deeply');
        break;
      case ',':
        values += 1;
        break;
      case '}':
      case ']':
        depth -= 1;
        break;
    }
    if (values > max) throw new HttpError(400, 'The body has too many values');
  }
}

function endOfText(json: string, begin: number): number {
  for (let end = json.indexOf('"', begin + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}

export interface ReceivedFile {
  field: string;
  /** In a temporary folder, which is deleted once the call is answered. */
  path: string;
  originalName: string;
  mimetype: string;
  size: number;
  /** Hex. */
  sha256: string;
}

interface ReceivedForm {
  fields: Record<string, string>;
  files: Record<string, ReceivedFile>;
  remove: () => Promise<void>;
}

const maxFields = 50;
const fieldSize = 10_000;

export const maxFormBytes = ({ maxUploadMb }: Pick<Settings, 'maxUploadMb'>) =>
  maxUploadMb * 1_048_576 + 2 * maxFields * fieldSize;

/** Streams a multipart body to DATA_DIR. Throws 413 over MAX_UPLOAD_MB, and 400 for a malformed form. */
export async function receiveForm(
  request: FastifyRequest,
  fileFields: readonly string[],
  { dataDir, maxUploadMb }: Pick<Settings, 'dataDir' | 'maxUploadMb'>,
): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw new HttpError(400, 'Send this call as multipart/form-data');
  const max = maxFormBytes({ maxUploadMb });
  const size = Number(request.headers['content-length']);
  const tooLarge = new HttpError(
    413,
    size > 0 ? fileTooLarge(size, maxUploadMb) : `This file is too large. The limit is ${maxUploadMb} MB.`,
  );
  if (size > max) throw tooLarge;
  await mkdir(path.join(dataDir, 'tmp'), { recursive: true });
  const folder = await mkdtemp(path.join(dataDir, 'tmp', 'upload-'));
  const form: ReceivedForm = { fields: {}, files: {}, remove: () => rm(folder, { recursive: true, force: true }) };
  // All bytes are counted here, because the parser skips unnamed parts of any size.
  let received = 0;
  const count = (chunk: Buffer) => {
    received += chunk.length;
    if (received > max) request.raw.off('data', count).emit('error', tooLarge);
  };
  try {
    // If the request is already aborted, the parser would never end.
    if (request.raw.destroyed) throw unreadableForm();
    request.raw.on('data', count);
    const limits = { fileSize: maxUploadMb * 1_048_576, files: fileFields.length, fields: maxFields, fieldSize };
    for await (const part of request.parts({ limits })) {
      const { type, fieldname } = part;
      if (type === 'field') {
        if (typeof part.value !== 'string') throw new HttpError(400, `${fieldname} must be text`);
        if (part.valueTruncated) throw new HttpError(400, `${fieldname} is too long`);
        form.fields[fieldname] = part.value;
        continue;
      }
      if (!fileFields.includes(fieldname)) throw new HttpError(400, `There is no file field ${fieldname}`);
      form.files[fieldname] = await receiveFile(part, path.join(folder, String(Object.keys(form.files).length)));
      if (part.file.truncated) throw tooLarge;
    }
    return form;
  } catch (error) {
    await form.remove();
    // An error with a `syscall` comes from the disk, any other from a malformed form.
    throw error instanceof HttpError || (error as NodeJS.ErrnoException).syscall ? error : unreadableForm();
  } finally {
    request.raw.off('data', count);
  }
}

const unreadableForm = () => new HttpError(400, 'The form could not be read');

async function receiveFile(part: MultipartFile, file: string): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let size = 0;
  async function* measured(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  await pipeline(part.file, measured, createWriteStream(file, { mode: 0o600 }));
  const { fieldname: field, filename: originalName, mimetype } = part;
  return { field, path: file, originalName, mimetype, size, sha256: hash.digest('hex') };
}
