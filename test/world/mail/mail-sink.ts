import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** Points of a dialogue where a sink may do something other than accept. */
export type SinkStage = 'greeting' | 'auth' | 'mail' | 'rcpt' | 'data' | 'final';

/** A reply, or none: `hang` keeps silent, `drop` closes the connection. */
export type SinkAnswer = { code: number; text: string } | 'hang' | 'drop';

/** Decides one stage of a dialogue; undefined accepts. `address` is the address from MAIL or RCPT. */
export type SinkScript = (at: {
  stage: SinkStage;
  address: string | null;
  /** Number of the connection, from 1. */
  connection: number;
}) => SinkAnswer | undefined;

export type SinkMessage = {
  envelopeFrom: string;
  recipients: string[];
  /** As received, without dot stuffing. */
  raw: Buffer;
  connection: number;
  tls: boolean;
  /** Whether MAIL had the SMTPUTF8 parameter. */
  smtpUtf8: boolean;
  /** The authenticated user of this connection. */
  user: string | null;
};

/** SMTP server on loopback that stores its messages, with a third-party protocol implementation. */
export type MailSink = {
  port: number;
  url: string;
  /** Accepted messages in order. */
  messages: SinkMessage[];
  /** Every completely received message, whatever the reply. */
  received: SinkMessage[];
  connections: number;
  open(): number;
  script: SinkScript;
  /** Resolves when a dialogue is at the stage, immediately if one hangs there. */
  reached(stage: SinkStage): Promise<void>;
  /** Resolves when `count` messages have been accepted. */
  arrived(count: number): Promise<SinkMessage[]>;
  /** Resolves when no connection is open. */
  emptied(): Promise<void>;
  /** Closes every open connection like a restarting server, and keeps listening. */
  hangUp(): void;
  close(): Promise<void>;
};

export type SinkOptions = {
  /** 127.0.0.1 or another local address. */
  host?: string;
  port?: number;
  script?: SinkScript;
  /** `starttls` offers TLS, `implicit` starts with it; the certificate is self-signed for another name. */
  tls?: 'none' | 'starttls' | 'implicit';
  /** Replaces the default certificate: PEM with the server's certificate first, then its issuers. */
  certificate?: { cert: string; key: string };
  /** The only accepted user. */
  auth?: { user: string; password: string };
  /** If false, clients must wait for each reply (RFC 2920). */
  pipelining?: boolean;
  /** Without SMTPUTF8 the sink rejects UTF-8 addresses (RFC 6531). */
  smtpUtf8?: boolean;
  /** Maximum octets of a message, announced in EHLO. */
  sizeMax?: number;
};

/** The server keeps its connections private, but hanging up needs their sockets. */
type ServerConnection = {
  id: string;
  _socket: Socket;
  send(code: number, text: string): void;
  connectionReady(): void;
  handler_DATA(command: unknown, done: () => void): void;
};

export async function mailSink(options: SinkOptions = {}): Promise<MailSink> {
  const numbers = new Map<string, number>();
  const waiting: { met: () => boolean; resolve: () => void }[] = [];
  const visits = new Map<SinkStage, number>();
  const hanging = new Map<SinkStage, number>();
  const tls = options.tls ?? 'none';
  const host = options.host ?? '127.0.0.1';

  const changed = () => {
    for (const each of [...waiting]) {
      if (!each.met()) continue;
      waiting.splice(waiting.indexOf(each), 1);
      each.resolve();
    }
  };
  const until = (met: () => boolean) =>
    new Promise<void>((resolve) => {
      waiting.push({ met, resolve });
      changed();
    });
  const connectionOf = (session: { id: string }): ServerConnection | undefined =>
    [...(server.connections as unknown as Set<ServerConnection>)].find((each) => each.id === session.id);

  /** Runs the script, then `accept`, `refuse` with a reply, or neither. */
  function decide(
    stage: SinkStage,
    session: SMTPServerSession,
    address: string | null,
    accept: () => void,
    refuse: (error: Error) => void,
  ) {
    visits.set(stage, (visits.get(stage) ?? 0) + 1);
    const answer = sink.script({ stage, address, connection: numbers.get(session.id) ?? 0 });
    if (answer === undefined) accept();
    else if (answer === 'hang') hanging.set(stage, (hanging.get(stage) ?? 0) + 1);
    else if (answer === 'drop') connectionOf(session)?._socket.destroy();
    else refuse(Object.assign(new Error(answer.text), { responseCode: answer.code }));
    changed();
  }

  const server = new SMTPServer({
    name: 'sink.test',
    banner: 'sink',
    logger: false,
    disableReverseLookup: true,
    secure: tls === 'implicit',
    hideSMTPUTF8: options.smtpUtf8 === false,
    hidePIPELINING: options.pipelining === false,
    allowInsecureAuth: true,
    authOptional: options.auth === undefined,
    disabledCommands: [
      ...(options.auth === undefined ? ['AUTH'] : []),
      ...(tls === 'starttls' ? [] : ['STARTTLS']),
    ],
    ...(options.sizeMax !== undefined && { size: options.sizeMax }),
    ...options.certificate,
    closeTimeout: 1,
    onConnect(session, callback) {
      sink.connections += 1;
      numbers.set(session.id, sink.connections);
      const connection = connectionOf(session);
      if (connection !== undefined) scriptData(connection, session);
      decide('greeting', session, null, callback, callback);
    },
    onAuth(auth, session, callback) {
      const right = auth.username === options.auth?.user && auth.password === options.auth?.password;
      const refuse = (error: Error) => callback(error);
      const accept = () => {
        if (right) callback(null, { user: auth.username });
        else refuse(Object.assign(new Error('Authentication failed'), { responseCode: 535 }));
      };
      decide('auth', session, null, accept, refuse);
    },
    onMailFrom: (address, session, callback) => decide('mail', session, address.address, callback, callback),
    onRcptTo: (address, session, callback) => decide('rcpt', session, address.address, callback, callback),
    onData(stream, session, callback) {
      const blocks: Buffer[] = [];
      stream.on('data', (block: Buffer) => blocks.push(block));
      stream.on('error', () => {});
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const message: SinkMessage = {
          envelopeFrom: mailFrom === false ? '' : mailFrom.address,
          recipients: rcptTo.map((each) => each.address),
          raw: Buffer.concat(blocks),
          connection: numbers.get(session.id) ?? 0,
          tls: session.secure,
          smtpUtf8: (session.envelope as { smtpUtf8?: boolean }).smtpUtf8 === true,
          user: typeof session.user === 'string' ? session.user : null,
        };
        sink.received.push(message);
        const accept = () => {
          sink.messages.push(message);
          callback(null, 'Ok: queued as sink');
        };
        decide('final', session, null, accept, callback);
      });
    },
    onClose: changed,
  });

  // Skips the server's wait of 100 ms for early talkers.
  const connect = server.connect;
  server.connect = (...args) => {
    connect.apply(server, args);
    const connection = [...(server.connections as unknown as Set<ServerConnection>)].at(-1)!;
    const greet = connection.connectionReady;
    connection.connectionReady = () => {};
    greet.call(connection);
  };

  /** Wraps DATA, because the server has no hook before its 354. */
  function scriptData(connection: ServerConnection, session: SMTPServerSession) {
    const take = connection.handler_DATA;
    connection.handler_DATA = (command, done) => {
      decide(
        'data',
        session,
        null,
        () => take.call(connection, command, done),
        (error) => {
          connection.send((error as Error & { responseCode: number }).responseCode, error.message);
          done();
        },
      );
    };
  }

  const sink: MailSink = {
    port: 0,
    url: '',
    messages: [],
    received: [],
    connections: 0,
    open: () => server.connections.size,
    script: options.script ?? (() => undefined),
    reached(stage) {
      const seen = visits.get(stage) ?? 0;
      return until(() => (hanging.get(stage) ?? 0) > 0 || (visits.get(stage) ?? 0) > seen);
    },
    async arrived(count) {
      await until(() => sink.messages.length >= count);
      return sink.messages;
    },
    emptied: () => until(() => server.connections.size === 0),
    hangUp() {
      for (const connection of server.connections as unknown as Set<ServerConnection>) {
        connection._socket.destroy();
      }
    },
    async close() {
      sink.hangUp();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  // The server reports an aborted message as an error, but the tests do that on purpose.
  server.on('error', changed);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  sink.port = (server.server.address() as AddressInfo).port;
  const scheme = tls === 'implicit' ? 'smtps' : 'smtp';
  const credentials = options.auth
    ? `${options.auth.user}:${encodeURIComponent(options.auth.password)}@`
    : '';
  sink.url = `${scheme}://${credentials}127.0.0.1:${sink.port}`;
  return sink;
}
