import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Clock } from '../../concurrency/clock.ts';
import { heldOctets } from '../../concurrency/held-octets.ts';
import type { UnauthenticatedTurns } from '../../concurrency/unauthenticated-turns.ts';
import { connectionPlaces } from '../../model/limits/connection-places.ts';
import { budgetKey } from '../../model/limits/ip-budget.ts';
import type { Log } from '../../world/log.ts';
import { Connection } from './connection.ts';
import type { SmtpLimits, SmtpPolicy } from './policy.ts';
import { replies } from './replies.ts';
import { writeReply } from './reply.ts';
import type { Listener } from './session.ts';

type SmtpServerOptions = {
  policy: SmtpPolicy;
  hostName: string;
  limits?: Partial<SmtpLimits>;
  /** TLS certificate (TLS 1.2 or later); null offers no encryption. */
  tls: SecureContext | null;
  signsIn: boolean;
  /** Queue for input of unauthenticated clients; null if none has to wait. */
  unauthenticatedTurns: UnauthenticatedTurns | null;
  clock: Clock;
  log: Log;
};

export type SmtpServer = {
  /** Opens a port (0 for any free one). With `implicitTls` the connection starts with TLS (RFC 8314 section 3.3). */
  listen(place: { host: string; port: number; implicitTls?: boolean }): Promise<AddressInfo>;
  /** Stops accepting connections, lets messages in flight finish, sends 421, and closes the rest after `graceMs`. */
  drain(graceMs: number): Promise<void>;
};

const messageBytesMax = 10 * 1024 * 1024;

const smtpLimits: SmtpLimits = {
  messageBytesMax,
  // Some programs write HTML without line ends; `submit_message` encodes such parts again.
  textLineOctetsMax: messageBytesMax,
  recipientsMax: 50,
  connectionsMax: 1_000,
  connectionsPerAddressMax: 100,
  heldBytesMax: 128 * 1024 * 1024,
};

/** Number of holders that together can use up the memory. */
const shares = 4;

/** Creates the server of a listener. Its ports with and without implicit TLS share the limits. */
export function smtpServer(options: SmtpServerOptions): SmtpServer {
  const { policy, clock, log, tls, hostName, signsIn, unauthenticatedTurns } = options;
  const limits: SmtpLimits = { ...smtpLimits, ...options.limits };
  const listener: Listener = { hostName, tls: tls !== null, signsIn, limits };
  const held = heldOctets(
    limits.heldBytesMax,
    Math.max(Math.floor(limits.heldBytesMax / shares), limits.messageBytesMax),
  );
  const servers: Server[] = [];
  const connections = new Set<Connection>();
  const places = connectionPlaces<Socket>(
    {
      max: limits.connectionsMax,
      perAddressMax: limits.connectionsPerAddressMax,
      ownIdleLeaves: false,
    },
    (socket) => connectionOf.get(socket)?.idle ?? false,
  );
  const connectionOf = new WeakMap<Socket, Connection>();
  let draining = false;
  let onLast = (): void => {};

  function open(socket: Socket, implicitTls: boolean): void {
    const place = draining ? null : places.enter(socket, budgetKey(socket.remoteAddress ?? ''));
    if (!place?.taken) {
      refuse(socket, implicitTls);
      return;
    }
    if (place.leaves) connectionOf.get(place.leaves)!.makeRoom();
    const connection = new Connection(
      { socket, implicitTls, listener, policy, tls, held, unauthenticatedTurns, clock, log },
      () => {
        connections.delete(connection);
        places.leave(socket);
        if (connections.size === 0) onLast();
      },
    );
    connections.add(connection);
    connectionOf.set(socket, connection);
  }

  /** Refuses a connection. A client expecting TLS could not read a reply. */
  function refuse(socket: Socket, implicitTls: boolean): void {
    socket.on('error', () => socket.destroy());
    if (implicitTls) socket.destroy();
    else
      socket.end(writeReply(draining ? replies.stopping : replies.tooManyConnections), () =>
        socket.destroy(),
      );
  }

  return {
    listen({ host, port, implicitTls = false }) {
      if (implicitTls && !tls) throw new Error('implicit TLS needs a certificate');
      const server = createServer(
        { noDelay: true, allowHalfOpen: true, pauseOnConnect: implicitTls },
        (socket) => open(socket, implicitTls),
      );
      servers.push(server);
      return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host, port }, () => {
          server.off('error', reject);
          // For example too many open files. Only the connection is lost.
          server.on('error', (error) => log.warn({ err: error }, 'a connection could not be accepted'));
          resolve(server.address() as AddressInfo);
        });
      });
    },

    async drain(graceMs) {
      draining = true;
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
      if (connections.size > 0) {
        const cancel = clock.after(graceMs, () => {
          for (const connection of connections) connection.cut();
        });
        const last = new Promise<void>((resolve) => {
          onLast = resolve;
        });
        for (const connection of connections) connection.drain();
        await last;
        cancel();
      }
      await Promise.all(closed);
    },
  };
}
