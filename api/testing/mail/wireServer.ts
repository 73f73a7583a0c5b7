import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface WireRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** 'hangUp' breaks the connection after the request. */
export type WireAnswer = { status: number; headers?: Record<string, string>; body?: string | Buffer } | 'hangUp';

/** A local server that replaces another company's service. Records requests, and responds with `answer`. */
export async function wireServer(answer: (request: WireRequest) => WireAnswer | Promise<WireAnswer>) {
  const requests: WireRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: await buffer(incoming),
    };
    requests.push(request);
    const wireAnswer = await answer(request);
    if (wireAnswer === 'hangUp') return void incoming.socket.destroy();
    response.writeHead(wireAnswer.status, wireAnswer.headers).end(wireAnswer.body);
  });
  // The default would close idle connections after five seconds, which can break a request that is just being sent.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    requests,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
