import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  paginateListObjectsV2,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { s3Client, type S3Connection } from '../storage/s3Storage.ts';
import { folderStore } from './folderStore.ts';
import {
  isRemoteName,
  parsePointer,
  parseRelease,
  pointerKey,
  pointerText,
  releaseFile,
  type RemoteStore,
} from './RemoteStore.ts';

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

    async remotes() {
      const folders = (await list('')).flatMap(({ CommonPrefixes = [] }) => CommonPrefixes);
      return folders.map(({ Prefix = '' }) => path.basename(Prefix)).filter(isRemoteName);
    },

    async versions(name) {
      const keys = (await list(`${name}/`)).flatMap(({ Contents = [] }) => Contents.map(({ Key = '' }) => Key));
      return keys.filter((key) => key.endsWith(suffix)).map((key) => path.basename(key, suffix));
    },

    async readPointer(name) {
      const found = await get(object(pointerKey(name)));
      return found && { ...parsePointer(name, found.bytes.toString()), tag: found.tag };
    },

    replacePointer: (name, pointer, tag) => put(object(pointerKey(name)), pointerText(pointer), tag),

    async readRelease(name, version) {
      const found = await get({ ...versionObject(name, version), Range: `bytes=0-${releaseBytes - 1}` });
      return found && parseRelease(found.bytes.subarray(0, found.bytes.indexOf('\n')).toString());
    },

    async versionFolder(name, version) {
      const key = `${name}/${version}`;
      const download = downloads.get(key) ?? copyOf(name, version).finally(() => downloads.delete(key));
      downloads.set(key, download);
      return download;
    },

    async addVersion(name, version, files) {
      const encoded = Object.entries(files).map(([file, content]) => [file, content.toString('base64')]);
      const packed = gzipSync(JSON.stringify(Object.fromEntries(encoded)));
      await put(versionObject(name, version), Buffer.concat([files[releaseFile]!, Buffer.from('\n'), packed]), null);
    },

    async removeVersion(name, version) {
      await client.send(new DeleteObjectCommand(versionObject(name, version)));
    },
  };
  return store;

  async function copyOf(name: string, version: string) {
    const copied = await local.versionFolder(name, version);
    if (copied) return copied;
    const found = await get(versionObject(name, version));
    if (!found) return null;
    const packed = found.bytes.subarray(found.bytes.indexOf('\n') + 1);
    const encoded = Object.entries<string>(JSON.parse(gunzipSync(packed).toString()));
    const files = encoded.map(([file, content]) => [file, Buffer.from(content, 'base64')] as const);
    await local.addVersion(name, version, Object.fromEntries(files));
    const published = await store.versions(name);
    for (const other of await local.versions(name))
      if (!published.includes(other)) await local.removeVersion(name, other);
    return local.versionFolder(name, version);
  }

  function list(folder: string) {
    const { Bucket, Key: Prefix } = object(folder);
    return Array.fromAsync(paginateListObjectsV2({ client }, { Bucket, Prefix, Delimiter: '/' }));
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

const statusOf = (error: unknown) => (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
