import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

/**
 * A scripted reaction: a verbatim reply without its last line end, `hang` (silence), `drop` (close),
 * `half-close` (close one direction), or several in turn.
 */
type Does = string | Does[];

/**
 * Decides the reaction to a command line (`connect` for the greeting, `.` for the end of DATA, the BDAT line
 * once its octets are complete); undefined is the normal reply.
 */
type SmtpScript = (command: string, connection: number) => Does | undefined;

export type ScriptedSmtp = {
  port: number;
  script: SmtpScript;
  /** Command lines of all connections in order. */
  heard: string[];
  /** Content of each accepted message as on the wire, without the final dot. */
  taken: Buffer[];
  connections: number;
  open(): number;
  sockets: Set<Socket>;
  /** Resolves when a command with this prefix arrives. */
  reached(command: string): Promise<void>;
  emptied(): Promise<void>;
  close(): Promise<void>;
};

export type ScriptedOptions = {
  /** Extensions offered by EHLO. */
  offers?: readonly string[];
  script?: SmtpScript;
  /** Certificate for STARTTLS, if offered, or for implicit TLS. */
  tls?: { cert: string; key: string };
  implicitTls?: boolean;
};

/** A minimal SMTP server with scripted misbehaviour. */
export async function scriptedSmtp(options: ScriptedOptions = {}): Promise<ScriptedSmtp> {
  const waiting: { met: () => boolean; resolve: () => void }[] = [];
  const changed = () => {
    for (const each of waiting.filter(({ met }) => met())) {
      waiting.splice(waiting.indexOf(each), 1);
      each.resolve();
    }
  };
  const until = (met: () => boolean) =>
    new Promise<void>((resolve) => {
      waiting.push({ met, resolve });
      changed();
    });

  const listening = createServer({ noDelay: true }, (socket) => {
    server.connections += 1;
    server.sockets.add(socket.on('error', () => {}));
    socket.on('close', () => {
      server.sockets.delete(socket);
      changed();
    });
    const first = options.implicitTls === true ? encrypted(socket) : socket;
    converse(first, server.connections);
  });

  function encrypted(socket: Socket): TLSSocket {
    const secureContext = createSecureContext(options.tls!);
    return new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => {});
  }

  function converse(socket: Socket, connection: number, greeted = false) {
    let held = Buffer.alloc(0);
    let inside: 'commands' | 'data' | number = 'commands';
    let chunkOf = '';
    let sender = false;
    let recipients = 0;

    const perform = (does: Does) => {
      for (const each of [does].flat() as string[]) {
        if (each === 'drop') socket.destroy();
        else if (each === 'half-close') socket.end();
        else if (each !== 'hang') socket.write(`${each}\r\n`);
      }
    };
    /** Performs the script or the normal reply; returns whether the reply starts with this digit. */
    const answer = (command: string, decent: string, digit = '2'): boolean => {
      const does = server.script(command, connection) ?? decent;
      perform(does);
      return ([does].flat(9) as string[])[0]!.startsWith(digit);
    };
    const obey = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'BDAT') {
        inside = Number(line.split(' ')[1]);
        chunkOf = line;
        return;
      }
      server.heard.push(line);
      if (verb === 'EHLO') {
        const lines = ['raw.test', ...(options.offers ?? [])];
        answer(line, lines.map((text, n) => `250${n === lines.length - 1 ? ' ' : '-'}${text}`).join('\r\n'));
      } else if (verb === 'STAR') {
        // A scripted reaction replaces the handshake.
        const does = server.script(line, connection);
        perform(does ?? '220 2.0.0 go ahead');
        if (does !== undefined) return;
        socket.removeAllListeners('data');
        converse(encrypted(socket), connection, true);
      } else if (verb === 'MAIL') sender = answer(line, '250 2.1.0 ok');
      else if (verb === 'RCPT') {
        recipients += answer(line, sender ? '250 2.1.5 ok' : '503 5.5.1 MAIL first') ? 1 : 0;
      } else if (verb === 'DATA') {
        const go = answer(line, recipients > 0 ? '354 go on' : '554 5.5.1 No valid recipients', '3');
        if (go) inside = 'data';
      } else if (verb === 'RSET') {
        if (answer(line, '250 2.0.0 ok')) [sender, recipients] = [false, 0];
      } else if (verb === 'QUIT') {
        answer(line, '221 2.0.0 bye');
        socket.end();
      } else answer(line, '250 2.0.0 ok');
    };
    const ended = (command: string, content: Buffer) => {
      server.heard.push(command);
      if (answer(command, recipients > 0 ? '250 2.0.0 taken' : '554 5.5.1 No valid recipients')) {
        server.taken.push(content);
      }
      [sender, recipients, inside] = [false, 0, 'commands'];
    };
    socket.on('data', (octets) => {
      held = Buffer.concat([held, octets]);
      for (;;) {
        if (inside === 'commands') {
          const end = held.indexOf('\r\n');
          if (end < 0) break;
          const line = held.toString('latin1', 0, end);
          held = held.subarray(end + 2);
          obey(line);
        } else if (inside === 'data') {
          const end = held.subarray(0, 3).toString() === '.\r\n' ? 0 : held.indexOf('\r\n.\r\n') + 2;
          if (end === 1) break;
          const content = held.subarray(0, end);
          held = held.subarray(end + 3);
          ended('.', content);
        } else {
          if (held.length < inside) break;
          const content = held.subarray(0, inside);
          held = held.subarray(inside);
          ended(chunkOf, content);
        }
        changed();
      }
    });
    if (!greeted) answer('connect', '220 raw.test ESMTP');
  }

  const server: ScriptedSmtp = {
    port: 0,
    script: options.script ?? (() => undefined),
    heard: [],
    taken: [],
    connections: 0,
    open: () => server.sockets.size,
    sockets: new Set(),
    reached: (command) => until(() => server.heard.some((line) => line.startsWith(command))),
    emptied: () => until(() => server.sockets.size === 0),
    async close() {
      for (const socket of server.sockets) socket.destroy();
      await new Promise((resolve) => listening.close(resolve));
    },
  };
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  server.port = (listening.address() as AddressInfo).port;
  return server;
}
