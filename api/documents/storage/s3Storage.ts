import {
  GetObjectCommand,
  HeadObjectCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { DocumentStorage } from './DocumentStorage.ts';
import { writeDurably } from './writeDurably.ts';

interface S3Settings {
  bucket: string;
  region: string;
  /** Another service that speaks S3; it is then addressed by path. */
  endpoint: string | null;
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/** Documents as objects of a bucket. Without credentials here the SDK finds its own (a role of the machine, say). */
export function s3Storage({ bucket, region, endpoint, credentials }: S3Settings): DocumentStorage {
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Services that only resemble S3 refuse the newer checksums; S3 itself asks for none here.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const object = (key: string) => ({ Bucket: bucket, Key: key });

  return {
    /** By way of a temporary file: S3 wants the length first, and a try that failed must be repeatable. */
    async put(key, source, contentType) {
      const folder = await mkdtemp(path.join(tmpdir(), 'document-'));
      try {
        const file = path.join(folder, randomUUID());
        const stored = await writeDurably(file, source);
        await client.send(
          new PutObjectCommand({
            ...object(key),
            Body: createReadStream(file),
            ContentLength: stored.size,
            ContentType: contentType,
          }),
        );
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

    async remove(key) {
      await client.send(new DeleteObjectCommand(object(key)));
    },
  };
}

function nullWhenMissing(error: { $metadata?: { httpStatusCode?: number } }) {
  if (error.$metadata?.httpStatusCode === 404) return null;
  throw error;
}
