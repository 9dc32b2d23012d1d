import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';

type Hears = {
  /** The handshake is done. */
  onSecure(): void;
  onFailed(error: Error): void;
  onClosed(): void;
};

/** The server's side of TLS on a connection. */
export function encryptedSocket(
  plain: Socket,
  secureContext: SecureContext,
  { onSecure, onFailed, onClosed }: Hears,
): TLSSocket {
  const socket = new TLSSocket(plain, { isServer: true, secureContext });
  socket.on('error', onFailed);
  socket.on('close', onClosed);
  // A client that leaves in the middle of it closes its side only, and would hold its place until the handshake is late.
  const left = (): void => onFailed(new Error('the client left'));
  socket.once('end', left);
  socket.once('secure', () => {
    socket.off('end', left);
    onSecure();
  });
  socket.resume();
  return socket;
}
