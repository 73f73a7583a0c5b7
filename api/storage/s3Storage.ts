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
import type { DocumentStorage } from './DocumentStorage.ts';
import { writeDurably } from './diskStorage.ts';

interface S3Settings {
  bucket: string;
  region: string;
  /** Another service that speaks S3; it is then addressed by path. */
  endpoint: string | null;
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/** So long it may take to be connected, to be answered (a document on its way there apart), and to be silent. */
const connectMs = 5_000;
const usual = { answerMs: 30_000, silenceMs: 60_000 };

/**
 * Documents as objects of a bucket; on their way they lie in `temporary`. Without credentials here the SDK finds its own
 * (a role of the machine, say).
 */
export function s3Storage(
  { bucket, region, endpoint, credentials }: S3Settings,
  temporary: string,
  { answerMs, silenceMs } = usual,
): DocumentStorage {
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMs,
    },
    // Services that only resemble S3 refuse the newer checksums; S3 itself asks for none here.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const object = (key: string) => ({ Bucket: bucket, Key: key });

  return {
    /** By way of a temporary file: S3 wants the length first, and a try that failed must be repeatable. */
    async put(key, source, contentType) {
      await mkdir(temporary, { recursive: true });
      const folder = await mkdtemp(path.join(temporary, 'document-'));
      try {
        const file = path.join(folder, randomUUID());
        const stored = await writeDurably(file, source);
        const body = createReadStream(file);
        const request = { ...object(key), Body: body, ContentLength: stored.size, ContentType: contentType };
        // The time for an answer begins with the request: a large document on a slow line is bounded by silence alone.
        await client.send(new PutObjectCommand(request), { requestTimeout: 0 }).finally(() => body.destroy());
        return stored;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },

    async get(key, range) {
      const wanted = range && { Range: `bytes=${range.first}-${range.last}` };
      const found = await client.send(new GetObjectCommand({ ...object(key), ...wanted })).catch(nullWhenMissing);
      // In Node the SDK's body is always a Readable; its type also covers browsers.
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
