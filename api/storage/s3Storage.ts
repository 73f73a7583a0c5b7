import {
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  DeleteObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Settings } from '../settings/settings.ts';
import type { DocumentStorage } from './DocumentStorage.ts';
import { writeAndSync } from './diskStorage.ts';
export type S3Connection = Settings['s3Connection'];

const connectMs = 5_000;
/** Timeouts: `answerMs` for the response, `silenceMs` for a connection without traffic. */
const usual = { answerMs: 30_000, silenceMs: 60_000 };

export function s3Storage(
  { bucket, ...connection }: S3Connection & { bucket: string },
  temporary: string,
  limits = usual,
): DocumentStorage {
  const client = s3Client(connection, limits);
  const object = (key: string) => ({ Bucket: bucket, Key: key });

  return {
    /** Uses a temporary file, because S3 requires the length first, and retries send the bytes again. */
    async put(key, source, contentType) {
      await mkdir(temporary, { recursive: true });
      const folder = await mkdtemp(path.join(temporary, 'document-'));
      try {
        const file = path.join(folder, randomUUID());
        const stored = await writeAndSync(file, source);
        const body = createReadStream(file);
        const request = { ...object(key), Body: body, ContentLength: stored.size, ContentType: contentType };
        // No response timeout, so that only inactivity ends a large upload on a slow line.
        await client.send(new PutObjectCommand(request), { requestTimeout: 0 }).finally(() => body.destroy());
        return stored;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },

    async get(key, range) {
      const wanted = range && { Range: `bytes=${range.first}-${range.last}` };
      const found = await client.send(new GetObjectCommand({ ...object(key), ...wanted })).catch(nullWhenMissing);
      // In Node the body is always a Readable; the type also covers browsers.
      return found && (found.Body as Readable);
    },

    async head(key) {
      const found = await client.send(new HeadObjectCommand(object(key))).catch(nullWhenMissing);
      return found && (found.ContentLength ?? 0);
    },

    async *list(prefix) {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        for (const { Key, LastModified } of Contents) if (Key && LastModified) yield { key: Key, at: LastModified };
      }
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand(object(key)));
    },
  };
}

function nullWhenMissing(error: { $metadata?: { httpStatusCode?: number } }) {
  if (error.$metadata?.httpStatusCode === 404) return null;
  throw error;
}

/** Without credentials the SDK finds its own, such as an instance role. */
export function s3Client({ region, endpoint, credentials }: S3Connection, { answerMs, silenceMs } = usual) {
  return new S3Client({
    ...(region && { region }),
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMs,
    },
    // Services that only resemble S3 refuse the newer checksums, which S3 does not require here.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
