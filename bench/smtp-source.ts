import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { onCore, startChild } from './processes.ts';

/** Load of one round: `messages` of `octets`, each to its own mailbox, over `sessions` connections. */
export type SubmissionLoad = {
  port: number;
  sessions: number;
  messages: number;
  octets: number;
  from: string;
  /** Prefixed with a message number. */
  to: string;
  /** Makes each session use implicit TLS and a token from this list, which `smtp-source` cannot do. */
  tokens?: readonly string[];
};

export function hasSmtpSource(): boolean {
  return spawnSync('smtp-source', [], { stdio: 'ignore' }).error === undefined;
}

/**
 * Sends the load with Postfix's `smtp-source`, or with our replacement if it is not installed or the sessions authenticate.
 * @returns the duration in seconds @throws if a message was not accepted
 */
export async function sendLoad(load: SubmissionLoad, core?: Parameters<typeof onCore>[0]): Promise<number> {
  if (load.tokens || !hasSmtpSource()) {
    const generator = startChild('./smtp-load.ts', [load], core);
    const { seconds } = await generator.line<{ seconds: number }>();
    await generator.stop();
    return seconds;
  }
  const { port, sessions, messages, octets, from, to } = load;
  const [program, ...words] = onCore(core, [
    'smtp-source',
    // Keeps connections open, and prefixes the recipient with the message number.
    ...['-d', '-N', '-s', String(sessions), '-m', String(messages), '-l', String(octets)],
    ...['-f', from, '-t', to, `127.0.0.1:${port}`],
  ]);
  const began = performance.now();
  const child = spawn(program!, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [code, complaint] = await Promise.all([ended, text(child.stderr)]);
  if (code !== 0) throw new Error(`smtp-source: ${complaint}`);
  return (performance.now() - began) / 1_000;
}
