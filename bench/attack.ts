import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { allCalls } from 'shared/api/allCalls';
import type { Call } from 'shared/api/call';
import { callUrl, getUrl } from 'shared/api/client/callUrl';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import { documentCalls } from 'shared/api/documentCalls';
import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { callOrThrow, signInTo } from '../api/testing/callProduct.ts';
import type { Desk } from '../e2e/startDesk.ts';
import type { Flood, Requests } from './attack/floods.ts';
import { latencyLine, underFlood } from './attack/underFlood.ts';
import { deskCaller, withDesk } from './desk.ts';
import { residentMemory, table, type Line } from './measure.ts';

const json = { 'Content-Type': 'application/json' };
const listAim = 'p95 ≤ 50 ms';
const uploadStart = [
  '--x',
  'Content-Disposition: form-data; name="uploadVisaDoc"; filename="declaration.pdf"',
  'Content-Type: application/pdf',
  '',
  '%PDF-1.7',
].join('\r\n');
const trackOrder = { address: '/api/front/track-order', headers: json };

const postFlood = (flood: Omit<Requests, 'kind' | 'method'>): Requests => ({
  kind: 'requests',
  method: 'POST',
  headers: json,
  connections: 25,
  ...flood,
});

export async function attack(): Promise<Line[]> {
  const direct = await onDesk({}, async (desk, list) => [
    ...(await floods(desk, list)),
    ...(await everyRoute(desk, list)),
  ]);
  return [...direct, ...(await onDesk({ TRUST_PROXY: '1' }, throughProxy))];
}

async function onDesk(
  settings: Record<string, string>,
  measure: (desk: Desk, list: () => Promise<unknown>) => Promise<Line[]>,
): Promise<Line[]> {
  return withDesk({ ...settings, LOG_LEVEL: 'fatal' }, async (desk) => {
    const lines = await measure(desk, (await deskCaller(desk))(folderCalls.list, { orderName: 'newOrder' }));
    console.log(table(lines));
    return lines;
  });
}

async function floods(desk: Desk, list: () => Promise<unknown>): Promise<Line[]> {
  const authorization = await signInTo(desk.staff);
  const keys = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1])));
  const all: Record<string, Flood> = {
    'holds 2,000 half-sent POSTs': { kind: 'slow bodies', ...trackOrder, length: 100, chunk: 0, connections: 2_000 },
    'sends 250 bodies of 16,000 bytes, 100 bytes a second each': {
      kind: 'slow bodies',
      ...trackOrder,
      length: 16_000,
      chunk: 100,
      connections: 250,
    },
    'sends 100 uploads of 20 MB, 60 KB a second each': {
      kind: 'slow bodies',
      address: '/api/admin/upload-visa-document',
      headers: { authorization, 'Content-Type': 'multipart/form-data; boundary=x' },
      start: uploadStart,
      length: 20_000_000,
      chunk: 60_000,
      connections: 100,
    },
    'makes calls without a token over 250 connections': { kind: 'requests', address: '/api/admin/get-folder-count' },
    'sends GET /% over 250 connections': { kind: 'requests', address: '/%' },
    'sends 14 bytes of Brotli that decompress to 1 MB': postFlood({
      address: trackOrder.address,
      headers: { ...json, 'Content-Encoding': 'br' },
      body: brotliCompressSync(' '.repeat(1_000_000)),
    }),
    'sends 16 KB of keys': postFlood({ ...trackOrder, body: keys(1_600) }),
    'sends 1 MB without a token': postFlood({ address: '/api/admin/add-new-remark', body: keys(90_000) }),
    'uploads HEIC bombs over 25 connections': await heicUpload(authorization),
    'requests packs with a HEIC bomb over 25 connections': await heicPack(desk, authorization),
  };
  const fresh = await residentMemory(desk.pid);
  const lines = [latencyLine('List page, quiet', await underFlood(desk, null, list))];
  for (const [what, flood] of Object.entries(all)) {
    console.log(`    ${what} …`);
    lines.push(latencyLine(`List page while one address ${what}`, await underFlood(desk, flood, list), listAim));
  }
  const after = await residentMemory(desk.pid);
  return [
    ...lines,
    {
      what: 'Memory of the API after these floods',
      figure: `${after.now} MB`,
      spread: `${fresh.now} MB before, ${after.peak} MB at most`,
    },
  ];
}

/** Input that most calls accept any number of times. No member and no remark has the id 999999. */
const input = { orderId: '100001', orderName: 'newOrder', id: '999999', jobId: '1', remarkId: '999999', limit: '500' };
const pages = ['/', '/admin', '/remotes.json', '/api/docs', '/api/openapi.json', '/reference/swagger-ui-bundle.js'];

/** Logging out would end the flood's own session. */
const skipped = new Set<Call>([allCalls.logout]);

/** Floods each route with a signed-in session. Reports the five routes that slow another session's list page most. */
async function everyRoute(desk: Desk, list: () => Promise<unknown>): Promise<Line[]> {
  const headers = { 'Accept-Encoding': 'br', authorization: await signInTo(desk.staff) };
  const floods: Requests[] = pages.map((address) => ({ kind: 'requests', address, headers, connections: 200 }));
  for (const call of Object.values<Call>(allCalls)) {
    if (skipped.has(call)) continue;
    const isRead = call.method === 'GET';
    floods.push({
      kind: 'requests',
      method: call.method,
      address: isRead ? getUrl(call, input) : callUrl(call, input).path,
      headers: isRead ? headers : { ...headers, 'Content-Type': 'application/json' },
      body: isRead ? '' : JSON.stringify({ orderId: input.orderId }),
      connections: 200,
    });
  }
  const found = [];
  for (const flood of floods) {
    const what = `${flood.method ?? 'GET'} ${flood.address.split('?')[0]}`;
    const latency = await underFlood(desk, flood, list, { count: 100, minMs: 1_000, maxMs: 4_000, warmUpMs: 500 });
    console.log(`    ${what}: p95 ${latency.times.p95.toFixed(1)} ms`);
    found.push({ what, latency });
  }
  const slow = found.filter(({ latency }) => latency.times.p95 > 50 || latency.failed);
  return [
    ...found
      .toSorted((one, other) => other.latency.times.p95 - one.latency.times.p95)
      .slice(0, 5)
      .map(({ what, latency }) => latencyLine(`List page while 200 connections send ${what}`, latency, 'p95 ≤ 50 ms')),
    { what: 'Routes that meet this aim', figure: `${found.length - slow.length} of ${found.length}`, aim: 'all' },
  ];
}

/** A HEIC of 845 bytes that claims to have just under 100 million pixels, the limit for uploads. */
async function heicBomb(): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.from(await readFile(new URL('../api/testing/pdf/picture.heic', import.meta.url)));
  for (let at = bytes.indexOf('ispe'); at > 0; at = bytes.indexOf('ispe', at + 4)) {
    bytes.writeUInt32BE(9_900, at + 8);
    bytes.writeUInt32BE(9_900, at + 12);
  }
  return bytes;
}

async function heicUpload(authorization: string): Promise<Flood> {
  const form = new FormData();
  const fields = { orderId: '100001', email: 'customer@example.com', mailServiceProvider: 'AWS' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('uploadVisaDoc', new File([await heicBomb()], 'picture.heic'));
  const encoded = new Response(form);
  return postFlood({
    address: '/api/admin/upload-visa-document',
    headers: { 'Content-Type': encoded.headers.get('content-type')!, authorization },
    body: new Uint8Array(await encoded.arrayBuffer()),
  });
}

/** A flood of requests for the pack of an order whose document is the HEIC bomb. Each request decodes the bomb. */
async function heicPack(desk: Desk, token: string): Promise<Flood> {
  const { data } = await callOrThrow(desk.staff, folderCalls.list, { orderName: 'completedOrder' }, { token });
  const { order_id: orderId, email } = data[0]!;
  const uploadVisaDoc = new File([await heicBomb()], 'picture.heic');
  const input = { orderId, email, mailServiceProvider: 'AWS', uploadVisaDoc, confirmed: 'Y' } as const;
  await callOrThrow(desk.staff, documentCalls.upload, input, { token });
  await callOrThrow(desk.staff, orderCalls.move, { orderId: [orderId], updatingStatus: 'ChargeBack' }, { token });
  return postFlood({
    address: `/api${defencePackCalls.packPdf.path}`,
    headers: { ...json, authorization: token },
    body: JSON.stringify({ orderId, defencePackType: 1 }),
  });
}

async function throughProxy(desk: Desk, list: () => Promise<unknown>): Promise<Line[]> {
  const cookie = (await signIn(desk)).headers.getSetCookie().map((one) => one.split(';')[0]);
  const stranger = () => signIn(desk);
  const known = () => signIn(desk, cookie.join('; '));
  const wrongSignIns = postFlood({
    address: '/api/admin/admin-login',
    body: JSON.stringify({ email: 'nobody@demo.test', password: 'wrong' }),
    connections: 1_000,
  });
  const manyAddresses: Flood = { ...wrongSignIns, forwardedFor: 'IPv4' };
  const manyNetworks: Flood = { ...wrongSignIns, forwardedFor: 'IPv6 /48' };
  const asks: Flood = { kind: 'requests', address: '/api/admin/get-folder-count', forwardedFor: 'IPv6 /48' };
  const measured: [what: string, flood: Flood | null, bystander: () => Promise<unknown>, aim?: string][] = [
    ['Sign-in, quiet', null, stranger],
    ['List page while one address sends 1,000 wrong sign-ins at once', wrongSignIns, list, listAim],
    ["Somebody else's sign-in during 1,000 wrong sign-ins at once", wrongSignIns, stranger, 'max ≤ 1 s'],
    ['List page while wrong sign-ins come from constantly changing IPv4 addresses', manyAddresses, list, listAim],
    [
      'Sign-in from a known browser during wrong sign-ins from constantly changing IPv4 addresses',
      manyAddresses,
      known,
      'max ≤ 1 s',
    ],
    ['List page while wrong sign-ins come from many /64s of one /48', manyNetworks, list, listAim],
    ['Sign-in from a known browser during wrong sign-ins from many /64s of one /48', manyNetworks, known, 'max ≤ 1 s'],
    ['List page while many /64s of one /48 make calls without a token', asks, list, listAim],
  ];
  const lines: Line[] = [];
  for (const [what, flood, bystander, aim] of measured) {
    console.log(`    ${what} …`);
    // Sign-ins get fewer runs, because people rarely sign in.
    const limits = bystander === list ? {} : { count: 30 };
    lines.push(latencyLine(what, await underFlood(desk, flood, bystander, limits), aim));
  }
  return lines;
}

async function signIn(desk: Desk, cookie?: string): Promise<Response> {
  const answer = await fetch(`${desk.staff}/api/admin/admin-login`, {
    method: 'POST',
    headers: { ...json, ...(cookie && { Cookie: cookie }) },
    body: JSON.stringify({ email: 'team@demo.test', password: 'arrival-desk' }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`Signing in: ${answer.status}`);
  return answer;
}
