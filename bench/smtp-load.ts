/**
 * Replaces Postfix's `smtp-source`: persistent connections that send the same message repeatedly, one command at a time. Reads a
 * plan as JSON from its first argument and writes a result as JSON. Reports the number of accepted messages for each line on stdin, and
 * stops at the end of stdin.
 */
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { SubmissionLoad } from './smtp-source.ts';

const { port, sessions, messages, octets, from, to, tokens }: SubmissionLoad = JSON.parse(process.argv[2]!);
const lineOctets = 80;
const line = `${'X'.repeat(lineOctets - 2)}\r\n`;
const content = `From: <${from}>\r\nTo: <${to}>\r\nSubject: Load\r\n\r\n${line.repeat(Math.ceil(octets / lineOctets))}.\r\n`;

let number = 0;
let taken = 0;
process.stdin
  .on('data', () => process.stdout.write(`${JSON.stringify({ taken })}\n`))
  .on('end', () => process.exit(0));
const began = performance.now();
await Promise.all(Array.from({ length: sessions }, session));
process.stdout.write(`${JSON.stringify({ seconds: (performance.now() - began) / 1_000 })}\n`);

function session(_: unknown, index: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = open().setNoDelay(true).setEncoding('latin1');
    const dialogue = steps(tokens?.[index % tokens.length]);
    let held = '';
    socket.on('error', reject);
    socket.on('data', (chunk: string) => {
      held += chunk;
      const last = /^(\d{3}) .*\r\n/m.exec(held);
      if (last === null) return;
      held = '';
      if (Number(last[1]) >= 400) {
        reject(new Error(last[0]));
        socket.destroy();
        return;
      }
      const { value, done } = dialogue.next();
      if (!done) socket.write(value);
      else socket.end(() => resolve());
    });
  });
}

function open(): ReturnType<typeof connect> {
  // The server's certificate is self-signed.
  if (tokens) return connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
  return connect(port, '127.0.0.1');
}

function* steps(token: string | undefined): Generator<string, void> {
  yield 'EHLO bench.test\r\n';
  if (token !== undefined) {
    yield `AUTH PLAIN ${Buffer.from(`\0posthouse\0${token}`).toString('base64')}\r\n`;
  }
  while (number < messages) {
    number += 1;
    const mine = number;
    yield `MAIL FROM:<${from}>\r\n`;
    yield `RCPT TO:<${mine}${to}>\r\n`;
    yield 'DATA\r\n';
    yield content;
    taken += 1;
  }
  yield 'QUIT\r\n';
}
