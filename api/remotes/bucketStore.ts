import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  paginateListObjectsV2,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { s3Client, type S3Connection } from '../storage/s3Storage.ts';
import { folderStore, createAtomically } from './folderStore.ts';
import { pointerKey, releaseFile, type RemoteStore } from './RemoteStore.ts';

/** Each version is one object, so two machines cannot mix their files. Line 1 is `release.json`, then packed files. */
const suffix = '.version';
/** Bytes of a version to read for its `release.json`, which is always shorter. */
const releaseBytes = 65_536;

/** Versions are copied to `localFolder`, from which they are served. */
export function bucketStore(address: string, connection: S3Connection, localFolder: string): RemoteStore {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(address) ?? [];
  const client = s3Client(connection);
  const object = (key: string) => ({ Bucket: bucket, Key: prefix ? `${prefix}/${key}` : key });
  const versionObject = (name: string, version: string) => object(`${name}/${version}${suffix}`);
  const local = folderStore(localFolder);
  const downloads = new Map<string, Promise<string | null>>();

  const store: RemoteStore = {
    localFolder,
    freshMs: 1_000,

    async folders(inside) {
      const { Key: Prefix } = object(inside ? `${inside}/` : '');
      const names: string[] = [];
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix, Delimiter: '/' });
      for await (const { CommonPrefixes = [], Contents = [] } of pages)
        if (inside)
          names.push(...Contents.flatMap(({ Key = '' }) => (Key.endsWith(suffix) ? path.basename(Key, suffix) : [])));
        else names.push(...CommonPrefixes.map((found) => path.basename(found.Prefix ?? '')));
      return names;
    },

    async readPointer(name) {
      const found = await get(object(pointerKey(name)));
      return found && { text: found.bytes.toString(), tag: found.tag };
    },

    async readRelease(name, version) {
      const found = await get({ ...versionObject(name, version), Range: `bytes=0-${releaseBytes - 1}` });
      return found && firstLine(found.bytes);
    },

    async versionFolder(name, version) {
      const download = downloads.get(`${name}/${version}`) ?? copyOf(name, version);
      downloads.set(`${name}/${version}`, download);
      return download.finally(() => downloads.delete(`${name}/${version}`));
    },

    async addVersion(name, version, from) {
      const files: Record<string, string> = {};
      for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
        const file = path.join(entry.parentPath, entry.name);
        if (entry.isFile()) files[path.relative(from, file)] = await readFile(file, 'base64');
      }
      const release = await readFile(path.join(from, releaseFile), 'utf8');
      const packed = Buffer.concat([Buffer.from(`${release}\n`), gzipSync(JSON.stringify(files))]);
      await put(versionObject(name, version), packed, null);
    },

    replacePointer: (name, text, tag) => put(object(pointerKey(name)), text, tag),

    async removeVersion(name, version) {
      await client.send(new DeleteObjectCommand(versionObject(name, version)));
    },
  };
  return store;

  async function copyOf(name: string, version: string) {
    const there = await local.versionFolder(name, version);
    if (there) return there;
    const found = await get(versionObject(name, version));
    if (!found) return null;
    // An interrupted removal may have left part of a copy.
    await local.removeVersion(name, version);
    const packed = found.bytes.subarray(found.bytes.indexOf('\n') + 1);
    const files = JSON.parse(gunzipSync(packed).toString()) as Record<string, string>;
    await createAtomically(path.join(localFolder, name, version), async (temporary) => {
      for (const [file, content] of Object.entries(files)) {
        const target = path.join(temporary, file);
        if (!target.startsWith(`${temporary}${path.sep}`)) throw new Error(`${file} is outside its version`);
        await mkdir(path.dirname(target), { recursive: true });
        await writeFile(target, content, 'base64');
      }
    });
    const versions = await store.folders(name);
    for (const copied of await local.folders(name))
      if (!versions.includes(copied)) await local.removeVersion(name, copied);
    return local.versionFolder(name, version);
  }

  async function get(input: GetObjectCommandInput) {
    try {
      const { Body, ETag = '' } = await client.send(new GetObjectCommand(input));
      return { bytes: Buffer.from(await Body!.transformToByteArray()), tag: ETag };
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  }

  /** Returns false, without writing, if the object's tag has changed. A null `tag` expects no object. */
  async function put(to: { Bucket: string; Key: string }, Body: string | Buffer, tag: string | null): Promise<boolean> {
    const condition = tag === null ? { IfNoneMatch: '*' } : { IfMatch: tag };
    try {
      await client.send(new PutObjectCommand({ ...to, ...condition, Body }));
      return true;
    } catch (error) {
      if ([409, 412].includes(statusOf(error) ?? 0)) return false;
      throw error;
    }
  }
}

const firstLine = (bytes: Buffer) => bytes.subarray(0, bytes.indexOf('\n')).toString();

const statusOf = (error: unknown) => (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
