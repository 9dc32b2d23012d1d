/**
 * A mail server in a separate process that accepts everything and keeps only the last message. Its SMTP dialogue is the cheapest possible,
 * so that the sender is measured. Offers the same extensions as Postfix and Exim, including CHUNKING (RFC 3030); other senders use DATA.
 * Writes its port, then on request a line about the accepted messages.
 */
import { createServer } from 'node:net';

/** @property octets of the last message @property signatures of the last message */
export type Taken = { messages: number; octets: number; signatures: number };

let messages = 0;
let last = '';

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  let held = '';
  let inMessage = false;
  /** Remaining octets of the message's only BDAT chunk; null outside of a chunk. */
  let chunkOctets: number | null = null;
  socket.write('220 sink ESMTP\r\n');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    held += chunk;
    let answer = '';
    for (;;) {
      if (chunkOctets !== null) {
        if (held.length < chunkOctets) break;
        last = held.slice(0, chunkOctets);
        held = held.slice(chunkOctets);
        chunkOctets = null;
        messages += 1;
        answer += '250 2.0.0 Ok\r\n';
        continue;
      }
      if (inMessage) {
        const end = held.indexOf('\r\n.\r\n');
        if (end < 0) break;
        last = held.slice(0, end);
        held = held.slice(end + 5);
        inMessage = false;
        messages += 1;
        answer += '250 2.0.0 Ok\r\n';
        continue;
      }
      const end = held.indexOf('\r\n');
      if (end < 0) break;
      const command = held.slice(0, end).toUpperCase();
      held = held.slice(end + 2);
      if (command.startsWith('EHLO'))
        answer += '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-CHUNKING\r\n250 SIZE 20000000\r\n';
      else if (command.startsWith('BDAT')) chunkOctets = Number(command.split(' ')[1]);
      else if (command.startsWith('DATA')) {
        inMessage = true;
        answer += '354 go on\r\n';
      } else if (command.startsWith('QUIT')) {
        socket.end('221 bye\r\n');
        return;
      } else answer += '250 Ok\r\n';
    }
    if (answer !== '') socket.write(answer);
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 })}\n`);
});
process.stdin
  .on('data', () => {
    const signatures = last.match(/^DKIM-Signature:/gm)?.length ?? 0;
    const taken: Taken = { messages, octets: last.length, signatures };
    process.stdout.write(`${JSON.stringify(taken)}\n`);
  })
  .on('end', () => process.exit(0));
