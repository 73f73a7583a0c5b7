import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyLimitOf } from 'shared/api/call';
import { tooLarge } from 'shared/rules/documentTypes';
import type { Settings } from '../settings/settings.ts';
import { Refusal } from './Refusal.ts';

/** Whether a request comes with a body at all, whatever has arrived of it. */
export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/** The size limit of a request's body, in bytes. `receiveForm` enforces it for forms, Fastify for all others. */
export function limitOfBody({ routeOptions, server }: FastifyRequest): number {
  const { bodyLimit, config } = routeOptions;
  return config.call?.files ? formBytesAtMost(server.desk.settings) : (bodyLimit ?? 0);
}

/** The largest size that a request's body can have: its Content-Length, else the limit. */
export function mostBytes(request: FastifyRequest): number {
  const limit = limitOfBody(request);
  const told = request.headers['content-length'];
  return told === undefined ? limit : Math.min(Number(told), limit);
}

const deepest = 20;
/** Of a body that is full to its limit. An order of the intake, with the shortest texts there are, has 28 a value. */
const bytesAValue = 32;

/** Counts the values of JSON before parsing it (`refuseManyValues`). Prototype keys stay refused. */
export function readJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  // Fastify takes plain text by itself; no call does.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const { call } = request.routeOptions.config;
    try {
      refuseManyValues(body, { deepest, most: call ? bodyLimitOf(call) / bytesAValue : 0 });
    } catch (refusal) {
      return done(refusal as Refusal);
    }
    // It calls back, as its type does not say.
    return parse(request, body, done) as void;
  });
}

/**
 * Throws a 400 for JSON that is nested deeper, or holds more keys and entries in all, than it may: objects of many
 * thousand keys take their time in every step that they go through. Whether it is JSON at all is not judged.
 */
export function refuseManyValues(json: string, { deepest, most }: { deepest: number; most: number }): void {
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
        if (depth > deepest) throw new Refusal(400, 'The body is nested too deep');
        break;
      case ',':
        values += 1;
        break;
      case '}':
      case ']':
        depth -= 1;
        break;
    }
    if (values > most) throw new Refusal(400, 'The body holds too many values');
  }
}

/** Where the text that begins at a quote ends: at the next quote that no backslash takes away. */
function endOfText(json: string, begin: number): number {
  for (let end = json.indexOf('"', begin + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}

/** A file of a multipart call, received whole. */
export interface ReceivedFile {
  /** The form's field that it came in, where an error about it is shown. */
  field: string;
  /** Where its bytes lie until the call is answered. */
  path: string;
  /** The browser's name for it. */
  originalName: string;
  /** The browser's type for it: a hint, never a fact. */
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

/** Besides its files a form has few and short fields. */
const maxFields = 50;
const fieldSize = 10_000;

/** Bytes of a whole form: MAX_UPLOAD_MB, and what its fields may take. */
export const formBytesAtMost = ({ maxUploadMb }: Pick<Settings, 'maxUploadMb'>) =>
  maxUploadMb * 1_048_576 + 2 * maxFields * fieldSize;

/**
 * Streams a multipart body to a temporary folder in DATA_DIR. Refuses with 413 what is over MAX_UPLOAD_MB, before it is
 * read where it says so, and with 400 what is no form and files that the call does not name.
 */
export async function receiveForm(
  request: FastifyRequest,
  fileFields: readonly string[],
  { dataDir, maxUploadMb }: Pick<Settings, 'dataDir' | 'maxUploadMb'>,
): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw new Refusal(400, 'Send this call as multipart/form-data');
  const tooLarge = formTooLarge(request, maxUploadMb);
  const most = formBytesAtMost({ maxUploadMb });
  if (Number(request.headers['content-length']) > most) throw tooLarge;
  await mkdir(path.join(dataDir, 'tmp'), { recursive: true });
  const folder = await mkdtemp(path.join(dataDir, 'tmp', 'upload-'));
  const form: ReceivedForm = { fields: {}, files: {}, remove: () => rm(folder, { recursive: true, force: true }) };
  // The parser skips parts without a name, whatever their size, so all bytes are counted here.
  let received = 0;
  const count = (chunk: Buffer) => {
    received += chunk.length;
    if (received > most) request.raw.off('data', count).emit('error', tooLarge);
  };
  try {
    // A request that was cut off earlier tells the parser nothing any more.
    if (request.raw.destroyed) throw unreadableForm();
    request.raw.on('data', count);
    const limits = { fileSize: maxUploadMb * 1_048_576, files: fileFields.length, fields: maxFields, fieldSize };
    for await (const part of request.parts({ limits })) {
      const { type, fieldname } = part;
      if (type === 'field') {
        if (typeof part.value !== 'string') throw new Refusal(400, `${fieldname} must be text`);
        if (part.valueTruncated) throw new Refusal(400, `${fieldname} is too long`);
        form.fields[fieldname] = part.value;
        continue;
      }
      if (!fileFields.includes(fieldname)) throw new Refusal(400, `There is no file field ${fieldname}`);
      form.files[fieldname] = await receiveFile(part, path.join(folder, String(Object.keys(form.files).length)));
      if (part.file.truncated) throw tooLarge;
    }
    return form;
  } catch (error) {
    await form.remove();
    // The disk's errors are ours, all others the form's.
    throw error instanceof Refusal || (error as NodeJS.ErrnoException).syscall ? error : unreadableForm();
  } finally {
    request.raw.off('data', count);
  }
}

const unreadableForm = () => new Refusal(400, 'The form could not be read');

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

/** The size is the whole body's, which the browser told before it sent it. */
function formTooLarge(request: FastifyRequest, maxUploadMb: number): Refusal {
  const size = Number(request.headers['content-length']);
  return new Refusal(
    413,
    size > 0 ? tooLarge(size, maxUploadMb) : `This file is too large. The limit is ${maxUploadMb} MB.`,
  );
}
