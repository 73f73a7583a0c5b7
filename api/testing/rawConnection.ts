import { connect } from 'node:net';
import { once } from 'node:events';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export async function rawConnection(origin: string) {
  const { hostname, port } = new URL(origin);
  // `allowHalfOpen`: tests keep sending after the server has finished.
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let received = '';
  let closed = false;
  socket.setEncoding('latin1');
  socket.on('data', (text) => (received += String(text)));
  socket.on('error', () => undefined);
  socket.once('close', () => (closed = true));
  await once(socket, 'connect');
  // Not `events.once`, which rejects on 'error', such as after a write to a closed connection.
  const next = (event: 'data' | 'end' | 'close') => new Promise<void>((resolve) => socket.once(event, () => resolve()));

  return {
    socket,
    send: (line: string, headers: Record<string, string | number> = {}, body = '') => {
      const head = Object.entries({ Host: 'desk', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`${line} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
    },
    /** Rejects if the connection ends without a response. */
    answer: async (): Promise<RawAnswer> => {
      for (;;) {
        const answer = answerIn(received);
        if (answer) return answer;
        if (closed) throw new Error(`The connection ended after: ${received}`);
        await Promise.race([next('data'), next('close')]);
      }
    },
    ended: async () => {
      if (!closed && !socket.readableEnded) await Promise.race([next('end'), next('close')]);
    },
  };
}

export async function rawRequest(
  origin: string,
  line: string,
  headers: Record<string, string | number> = {},
  body = '',
): Promise<RawAnswer> {
  const connection = await rawConnection(origin);
  try {
    connection.send(line, headers, body);
    return await connection.answer();
  } finally {
    connection.socket.destroy();
  }
}

function answerIn(received: string): RawAnswer | null {
  const [head, ...rest] = received.split('\r\n\r\n');
  if (rest.length === 0) return null;
  const body = rest.join('\r\n\r\n');
  const [line, ...lines] = head!.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((header) => {
      const colon = header.indexOf(':');
      return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()];
    }),
  );
  if (body.length < Number(headers['content-length'] ?? 0)) return null;
  return { status: Number(line!.split(' ')[1]), headers, body };
}
