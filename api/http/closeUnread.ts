import { Socket } from 'node:net';
import type { IncomingMessage } from 'node:http';

/** Bytes that may still come after an answer, where what was asked for allows no more. */
export const restAtMost = 1_048_576;

const longestMs = 60_000;
const silenceMs = 5_000;
/** Between two pieces, of 64 KB at most: others are served meanwhile, however fast somebody sends. */
const pauseMs = 10;

/**
 * Ends the connection of a request whose body nobody will read, once its answer is out. Node would close it at once; to
 * what is still coming TCP then answers with a reset, and the sender's machine drops the answer it already has. So the
 * rest is taken and thrown away, for so many bytes and so long, and whoever goes on is cut off.
 */
export function closeUnread(request: IncomingMessage, atMost: number): void {
  const { socket } = request;
  // A test's, without a wire.
  if (!(socket instanceof Socket)) return;
  const closeNow = socket.destroySoon.bind(socket);
  const cut = () => void socket.destroy();
  const before = socket.bytesRead;
  request.unpipe();
  request.on('data', () => {
    if (socket.bytesRead - before > atMost) return cut();
    request.pause();
    setTimeout(() => request.resume(), pauseMs);
  });
  request.resume();
  // What Node calls when an answer with `Connection: close` is out.
  socket.destroySoon = () => {
    if (request.complete) return closeNow();
    linger(socket, cut);
    request.once('end', closeNow);
  };
}

/** The same for a connection on which Node reads no request any more. */
export function discardRest(socket: Socket): void {
  const before = socket.bytesRead;
  const cut = () => void socket.destroy();
  socket.on('data', () => {
    if (socket.bytesRead - before > restAtMost) cut();
  });
  socket.resume();
  linger(socket, cut);
}

/** Says that no more will come, and waits for the other side to say so too. */
function linger(socket: Socket, cut: () => void): void {
  socket.end();
  const deadline = setTimeout(cut, longestMs);
  socket.setTimeout(silenceMs, cut);
  socket.once('close', () => clearTimeout(deadline));
}
