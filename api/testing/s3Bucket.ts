import { createHash } from 'node:crypto';
import { wireServer, type WireAnswer, type WireRequest } from './mail/wireServer.ts';

const pageSize = 2;

/** The part of S3 that the product uses, in memory. Lists two keys per page, and refuses unsigned requests. */
export async function s3Bucket(bucket: string) {
  const objects = new Map<string, { bytes: Buffer; etag: string }>();
  let mayWrite = true;
  const server = await wireServer(async (request) => {
    if (!/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\//.test(request.headers.authorization ?? '')) return denied;
    if (request.method !== 'GET' && request.method !== 'HEAD' && !mayWrite) return denied;
    return answer(request);
  });

  function answer({ method, path, headers, body }: WireRequest): WireAnswer {
    const { pathname, searchParams } = new URL(path, 'http://s3');
    const key = decodeURIComponent(pathname).replace(`/${bucket}/`, '');
    if (searchParams.has('list-type')) return { status: 200, body: listing([...objects.keys()].sort(), searchParams) };
    const found = objects.get(key);
    if (method === 'PUT') {
      const isRefused =
        headers['if-none-match'] === '*' ? found : headers['if-match'] && headers['if-match'] !== found?.etag;
      if (isRefused) return { status: 412, body: '<Error><Code>PreconditionFailed</Code></Error>' };
      const etag = `"${createHash('md5').update(body).digest('hex')}"`;
      objects.set(key, { bytes: body, etag });
      return { status: 200, headers: { etag } };
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return { status: 204 };
    }
    if (!found) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const bytes = first ? found.bytes.subarray(Number(first), Number(last) + 1) : found.bytes;
    return {
      status: first ? 206 : 200,
      headers: { 'content-length': String(bytes.length), etag: found.etag },
      body: method === 'HEAD' ? '' : bytes,
    };
  }

  return {
    ...server,
    objects,
    /** Further writes get 403. */
    forbidWrites: () => void (mayWrite = false),
    connection: {
      region: 'eu-west-1',
      endpoint: server.endpoint,
      credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' },
    },
    environment: {
      AWS_REGION: 'eu-west-1',
      S3_ENDPOINT: server.endpoint,
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'secret',
    },
  };
}

const denied: WireAnswer = {
  status: 403,
  body: '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
};

function listing(keys: string[], query: URLSearchParams) {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter');
  const nameOf = (key: string) => {
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    return end < 0 ? key : key.slice(0, end + 1);
  };
  const all = [...new Set(keys.filter((key) => key.startsWith(prefix)).map(nameOf))];
  const last = query.get('continuation-token') ?? '';
  const from = all.filter((name) => name <= last).length;
  const shown = all
    .slice(from, from + pageSize)
    .map((name) =>
      delimiter && name.endsWith(delimiter)
        ? `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${name}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>`,
    );
  const hasMore = from + pageSize < all.length;
  const next = hasMore ? `<NextContinuationToken>${all[from + pageSize - 1]}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${hasMore}</IsTruncated>${next}${shown.join('')}</ListBucketResult>`;
}
