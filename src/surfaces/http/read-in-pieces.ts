import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** What is read at once where no body is awaited: a head and a short body, or some tens of the shortest heads. */
const pieceOctets = 1_024;

type Listener = (chunk: Buffer) => void;

/** Octets that certainly follow of the body that is on its way. */
const awaited = new WeakMap<Socket, number>();

/** Connections that wait for `readOn`. */
const full = new WeakSet<Socket>();

/**
 * Has node:http read a connection piece by piece, and no further while it is full: then `readOn` goes on. By itself it makes
 * requests of all that a packet holds before anything else is done: thousands, where each is a line, on each of hundreds of
 * connections.
 *
 * A body whose length is known is read whole.
 */
export function readInPieces(socket: Socket, isFull: () => boolean): void {
  const [read] = socket.listeners('data') as Listener[];
  if (read === undefined) throw new Error('node:http does not listen to its connections any more');
  socket.off('data', read);
  // By this node:http learns that it is read here, and not below the socket.
  socket.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      // It also pauses by itself, while many answers wait to be read, and resumes then; it must be given nothing meanwhile.
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

/** It is no longer full. */
export function readOn(socket: Socket): void {
  if (full.delete(socket)) socket.resume();
}

function took(socket: Socket, octets: number): void {
  const body = awaited.get(socket);
  if (body === undefined) return;
  if (body > octets) awaited.set(socket, body - octets);
  else awaited.delete(socket);
}

/** The head of a request was read. */
export function awaitBody({ headers, socket }: IncomingMessage): void {
  const octets = Number(headers['content-length'] ?? 0);
  if (octets > pieceOctets) awaited.set(socket, octets);
}
