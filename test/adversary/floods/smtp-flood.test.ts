import { expect, onTestFinished, test } from 'vitest';
import { UnauthenticatedTurns } from '../../../src/concurrency/unauthenticated-turns.ts';
import { replies } from '../../../src/surfaces/smtp/replies.ts';
import { smtpServer } from '../../../src/surfaces/smtp/server.ts';
import { systemLog } from '../../../src/world/log.ts';
import { type SmtpTestClient, smtpClient } from '../../world/mail/smtp-client.ts';
import { simulatedClock } from '../../world/simulated/clock.ts';

const connections = 40;
const addresses = 4;
/** Turns of the event loop for one send. */
const turnsOfSend = 12;

const floods = {
  'commands that come together': {
    before: [],
    text: 'MAIL FROM:<>\r\nRSET\r\n'.repeat(2_000),
    piecesMax: turnsOfSend * 50,
    pieces: connections * 2_000,
  },
  messages: {
    before: ['MAIL FROM:<>', 'RCPT TO:<postmaster>', 'DATA'],
    text: `${'A line of a report that is none, as long as lines are.\r\n'.repeat(500)}.\r\n`,
    piecesMax: 2 * turnsOfSend,
    pieces: connections,
  },
};

test.each(Object.keys(floods) as (keyof typeof floods)[])(
  'a flood of %s by unauthenticated clients is processed in turns, one queue per address',
  async (kind) => {
    const { before, text, piecesMax, pieces } = floods[kind];
    let done = 0;
    let counts = false;
    const worked = (): void => {
      if (counts) done += 1;
    };
    const server = smtpServer({
      policy: {
        visit: () => ({
          sender() {
            if (kind === 'commands that come together') worked();
            return replies.senderTaken;
          },
          recipient: () => replies.recipientTaken,
          message() {
            worked();
            return replies.done;
          },
        }),
      },
      hostName: 'mail.posthouse.example',
      tls: null,
      signsIn: false,
      unauthenticatedTurns: new UnauthenticatedTurns(),
      clock: simulatedClock(),
      log: systemLog({ level: 'silent' }),
    });
    const { port } = await server.listen({ host: '127.0.0.1', port: 0 });
    const clients: SmtpTestClient[] = [];
    onTestFinished(async () => {
      for (const client of clients) client.close();
      await server.drain(0);
    });
    for (let index = 0; index < connections; index += 1) {
      const client = await smtpClient(port, { from: `127.0.0.${2 + (index % addresses)}` });
      clients.push(client);
      await client.reply();
      await client.askAll('EHLO attack.dev', ...before);
    }

    counts = true;
    for (const client of clients) client.send(text);
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    while (done === 0) await turn();
    for (let turns = 0; turns < turnsOfSend; turns += 1) await turn();
    expect(done).toBeLessThanOrEqual(piecesMax);
    while (done < pieces) await turn();
  },
);
