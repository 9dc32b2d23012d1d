import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A server's reply; `text` has its lines as received, without line ends. */
type ServerReply = { code: number; text: string };

/** A raw SMTP client: sends octets as given and reads replies. */
export type SmtpTestClient = {
  /** Sends text, one octet per character. */
  send(text: string): void;
  /** Reads the next reply; rejects if the server closes the connection. */
  reply(): Promise<ServerReply>;
  /** Sends a line with CR LF and reads one reply. */
  ask(line: string): Promise<ServerReply>;
  /** Calls `ask` for each line; returns the codes. */
  askAll(...lines: string[]): Promise<number[]>;
  /** Starts TLS on the connection. */
  encrypt(): Promise<void>;
  /** Reads until the server closes the connection. */
  rest(): Promise<string>;
  /** Ends the sending direction and keeps reading. */
  finish(): void;
  /** Stops reading, so that replies pile up at the server. */
  pause(): void;
  resume(): void;
  close(): void;
  socket(): Socket;
};

/** Connects; the greeting is the first reply. With `tls` the connection is encrypted from the first octet. */
export async function smtpClient(
  port: number,
  { tls = false, host = '127.0.0.1', from = '127.0.0.1' } = {},
): Promise<SmtpTestClient> {
  const place = { port, host, localAddress: from };
  let socket: Socket = tls
    ? connectTls({ ...place, rejectUnauthorized: false })
    : connect({ ...place, allowHalfOpen: true });
  let text = '';
  let gone = false;
  let wake = (): void => {};

  const listen = (): void => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      wake();
    });
    for (const event of ['end', 'close', 'error']) {
      socket.on(event, () => {
        gone = true;
        wake();
      });
    }
  };
  const more = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  await new Promise<void>((resolve, reject) => {
    socket.once(tls ? 'secureConnect' : 'connect', resolve);
    socket.once('error', reject);
  });
  listen();

  const client: SmtpTestClient = {
    send: (octets) => void socket.write(octets, 'latin1'),
    async reply() {
      for (;;) {
        const read = /^((?:\d{3}-.*\r\n)*(\d{3}) .*)\r\n/.exec(text);
        if (read) {
          text = text.slice(read[0].length);
          return { code: Number(read[2]), text: read[1]! };
        }
        if (gone) throw new Error(`the server hung up; it had said: ${JSON.stringify(text)}`);
        await more();
      }
    },
    async ask(line) {
      client.send(`${line}\r\n`);
      return await client.reply();
    },
    async askAll(...lines) {
      const codes: number[] = [];
      for (const line of lines) codes.push((await client.ask(line)).code);
      return codes;
    },
    async encrypt() {
      socket.removeAllListeners();
      const plain = socket;
      socket = connectTls({ socket: plain, rejectUnauthorized: false });
      await new Promise<void>((resolve, reject) => {
        socket.once('secureConnect', resolve);
        socket.once('error', reject);
        socket.once('close', () => reject(new Error('the server hung up before TLS stood')));
      });
      listen();
    },
    async rest() {
      while (!gone) await more();
      return text;
    },
    finish: () => void socket.end(),
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    close: () => void socket.destroy(),
    socket: () => socket,
  };
  return client;
}

export function authPlain(password: string, user = 'posthouse'): string {
  return `AUTH PLAIN ${Buffer.from(`\0${user}\0${password}`).toString('base64')}`;
}
