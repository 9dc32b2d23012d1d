import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import nodemailer from 'nodemailer';
import { endsWithTests } from '../world/programs/child-programs.ts';
import { freePort } from '../world/programs/free-ports.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** The real program as an operator starts it: with its own token, secret and certificate, in a folder on a disk. */
export type PoweredServer = {
  /** Whether it became ready; false if it ended before. */
  ready: Promise<boolean>;
  /** The token of a first start, once it is ready. */
  shownToken(): string | null;
  request(token: string, method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response>;
  /** Submits a mail with STARTTLS. @returns the id of the accepted mail */
  submit(token: string, to: string): Promise<string>;
  /** The end of its output. */
  lastWords(): string;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
};

export async function startServer(dataDir: string): Promise<PoweredServer> {
  const [port, smtpPort] = [await freePort(), await freePort()];
  const child = endsWithTests(
    spawn(process.execPath, [main, 'serve'], {
      env: { ...environmentFor(dataDir), PORT: String(port), POSTHOUSE_SMTP_PORT: String(smtpPort) },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  const exited = once(child, 'exit');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-lastWordsMax);
  });
  let token: string | null = null;
  const ready = (async () => {
    let isReady = false;
    for await (const line of createInterface({ input: child.stdout })) {
      isReady ||= line.startsWith('Posthouse is ready');
      token ??= /^ {2}(posthouse_\w+)$/.exec(line)?.[1] ?? null;
      // The last line of the banner, which is written in one piece.
      if (line.startsWith('Check the set-up')) return isReady;
    }
    return false;
  })();
  void ready.then(() => child.stdout.resume());
  return {
    ready,
    shownToken: () => token,
    request: async (bearer, method, path, body) =>
      await fetch(`http://127.0.0.1:${port}/api/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async submit(bearer, to) {
      const transport = nodemailer.createTransport({
        host: '127.0.0.1',
        port: smtpPort,
        requireTLS: true,
        auth: { user: 'posthouse', pass: bearer },
        tls: { rejectUnauthorized: false },
      });
      const { response } = await transport.sendMail({ from, to, subject: 'Handed over', text: 'Hello' });
      transport.close();
      return /queued as (\S+)/.exec(response)?.[1] ?? '';
    },
    lastWords: () => said,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

export const from = 'hello@acme.dev';
const lastWordsMax = 4_000;

/** The environment of the program and its commands. Mail is captured, which needs only the disk. */
export function environmentFor(dataDir: string): Record<string, string | undefined> {
  return {
    PATH: process.env.PATH,
    POSTHOUSE_DATA_DIR: dataDir,
    POSTHOUSE_PLAN: 'enterprise',
    POSTHOUSE_SMTPS_PORT: '0',
    LOG_LEVEL: 'error',
  };
}
