import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Octets passed to node:http per step if no body is expected: a head with a short body, or dozens of the shortest heads. */
const pieceOctets = 1_024;

type Listener = (chunk: Buffer) => void;

const awaited = new WeakMap<Socket, number>();

const full = new WeakSet<Socket>();

/**
 * node:http would create a request for every line of a packet at once: thousands, on each of hundreds of
 * connections. Reads in pieces and stops at a full connection. A body of known length is not split.
 */
export function readInPieces(socket: Socket, isFull: () => boolean): void {
  const [read] = socket.listeners('data') as Listener[];
  if (read === undefined) throw new Error('node:http does not listen to its connections any more');
  socket.off('data', read);
  // Adding our listener makes node:http stop reading below the socket.
  socket.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      // node:http pauses the socket itself while many responses are unread, and must receive no data until it resumes.
      const isPaused = socket.isPaused();
      if (isPaused || isFull()) {
        if (!isPaused) {
          full.add(socket);
          socket.pause();
        }
        socket.unshift(chunk.subarray(at));
        return;
      }
      const piece = chunk.subarray(at, at + Math.max(pieceOctets, awaited.get(socket) ?? 0));
      read.call(socket, piece);
      at += piece.length;
      took(socket, piece.length);
    }
  });
}

export function readOn(socket: Socket): void {
  if (full.delete(socket)) socket.resume();
}

function took(socket: Socket, octets: number): void {
  const body = awaited.get(socket);
  if (body === undefined) return;
  if (body > octets) awaited.set(socket, body - octets);
  else awaited.delete(socket);
}

export function awaitBody({ headers, socket }: IncomingMessage): void {
  const octets = Number(headers['content-length'] ?? 0);
  if (octets > pieceOctets) awaited.set(socket, octets);
}
