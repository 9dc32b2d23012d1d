import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';

type Hears = {
  onSecure(): void;
  onFailed(error: Error): void;
  onClosed(): void;
};

export function encryptedSocket(
  plain: Socket,
  secureContext: SecureContext,
  { onSecure, onFailed, onClosed }: Hears,
): TLSSocket {
  const socket = new TLSSocket(plain, { isServer: true, secureContext });
  socket.on('error', onFailed);
  socket.on('close', onClosed);
  // A client that leaves during the handshake only closes its side and would keep its slot until the handshake times out.
  const left = (): void => onFailed(new Error('the client left'));
  socket.once('end', left);
  socket.once('secure', () => {
    socket.off('end', left);
    onSecure();
  });
  socket.resume();
  return socket;
}
