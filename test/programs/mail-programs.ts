import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import nodemailer from 'nodemailer';

/** A message submitted by a third-party program. */
type Sending = {
  port: number;
  tls: 'starttls' | 'implicit';
  /** API token. */
  token: string;
  from: string;
  recipients: readonly string[];
  /** Lines end in CR LF. */
  message: Buffer;
  /** A folder for the program's files. */
  folder: string;
};

/** A program that sends mail. Throws the program's output when it failed. */
type MailProgram = { name: string; send(sending: Sending): Promise<void> };

const host = '127.0.0.1';
/** Any name is accepted where the password is a token. */
const user = 'posthouse';

export const mailPrograms: readonly MailProgram[] = [
  {
    name: 'swaks',
    async send({ port, tls, token, from, recipients, message, folder }) {
      const file = join(folder, 'swaks.eml');
      // It treats the final dot as the end of the message, not as part of it.
      await writeFile(file, Buffer.concat([message, Buffer.from('.\r\n')]));
      await run('swaks', [
        ...['--server', host, '--port', String(port)],
        tls === 'implicit' ? '--tls-on-connect' : '--tls',
        ...['--auth', 'PLAIN', '--auth-user', user, '--auth-password', token],
        ...['--from', from, '--to', recipients.join(','), '--data', `@${file}`],
      ]);
    },
  },
  {
    name: 'msmtp',
    async send({ port, tls, token, from, recipients, message }) {
      await run(
        'msmtp',
        [
          ...['--file=/dev/null', `--host=${host}`, `--port=${port}`],
          ...['--tls=on', `--tls-starttls=${tls === 'starttls' ? 'on' : 'off'}`, '--tls-certcheck=off'],
          ...['--auth=plain', `--user=${user}`, '--passwordeval=printenv TOKEN'],
          ...[`--from=${from}`, '--', ...recipients],
        ],
        { stdin: Buffer.from(message.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'), token },
      );
    },
  },
  {
    name: 'Python’s smtplib',
    async send({ port, tls, token, from, recipients, message, folder }) {
      const file = join(folder, 'smtplib.eml');
      await writeFile(file, message);
      await run(
        anyPython(),
        [script('send-with-smtplib.py'), String(port), tls, user, from, file, ...recipients],
        {
          token,
        },
      );
    },
  },
  {
    name: 'nodemailer',
    async send({ port, tls, token, from, recipients, message }) {
      const transport = nodemailer.createTransport({
        host,
        port,
        secure: tls === 'implicit',
        requireTLS: tls === 'starttls',
        auth: { user, pass: token },
        tls: { rejectUnauthorized: false },
      });
      await transport.sendMail({ envelope: { from, to: [...recipients] }, raw: message });
      transport.close();
    },
  },
];

/** Lists missing programs with their Debian packages. */
export function missingPrograms(): { name: string; packages: string[] }[] {
  return [
    ...(starts('swaks', ['--version']) && starts('perl', ['-MNet::SSLeay', '-e1'])
      ? []
      : [{ name: 'swaks with TLS', packages: ['swaks', 'libnet-ssleay-perl'] }]),
    ...(starts('msmtp', ['--version']) ? [] : [{ name: 'msmtp', packages: ['msmtp'] }]),
    ...(verifyingPython() === undefined
      ? [{ name: 'Python with dkimpy', packages: ['python3-dkim', 'python3-nacl', 'python3-dnspython'] }]
      : []),
  ];
}

/** The verdict of dkimpy on one signature of a message. */
type Verdict = { selector: string; algorithm: string; verified: boolean; fault: string | null };

/** Lets dkimpy verify every DKIM-Signature of a message, from the first to the last. */
export async function verifyWithDkimpy(message: Buffer, dnsServer: string): Promise<Verdict[]> {
  const python = verifyingPython();
  if (python === undefined) throw new Error('there is no Python with dkimpy');
  return JSON.parse(await run(python, [script('verify-with-dkimpy.py'), dnsServer], { stdin: message }));
}

/** A message as Python's email package parses it. */
type ReadByPython = {
  defects: string[];
  type: string;
  parts: string[];
  text: string | null;
  html: string | null;
  /** By name in lower case, decoded. */
  headers: Record<string, string>;
  /** Names of fields that occur more than once. */
  repeated: string[];
  /** Returns the signed field names of each DKIM-Signature, in lower case. */
  signed: string[][];
};

export async function readWithPython(message: Buffer): Promise<ReadByPython> {
  return JSON.parse(await run(anyPython(), [script('read-with-python.py')], { stdin: message }));
}

/** Debian's Python includes dkimpy; another Python on the PATH may not. */
const pythons = ['python3', '/usr/bin/python3'];

function anyPython(): string {
  return pythons.find((name) => starts(name, ['--version'])) ?? 'python3';
}

function verifyingPython(): string | undefined {
  return pythons.find((name) => starts(name, ['-c', 'import dkim, nacl, dns.resolver']));
}

function starts(program: string, words: readonly string[]): boolean {
  return spawnSync(program, words, { stdio: 'ignore' }).status === 0;
}

function script(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Longer than any of them needs. */
const runMsMax = 20_000;

/** Runs a program to its end. @returns its output @throws its output, when it failed */
async function run(
  program: string,
  words: readonly string[],
  { stdin, token }: { stdin?: Buffer; token?: string } = {},
): Promise<string> {
  const child = spawn(program, words, {
    env: { ...process.env, LC_ALL: 'C.UTF-8', ...(token === undefined ? {} : { TOKEN: token }) },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: runMsMax,
  });
  // A program that fails early does not read to the end.
  child.stdin.on('error', () => {}).end(stdin);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, wrote, complained] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${wrote}\n${complained}`);
  return wrote;
}
