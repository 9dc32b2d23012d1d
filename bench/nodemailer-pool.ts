/** Measures nodemailer's pool alone: the same mails to the same sink, without a queue, records or checks. */
import { generateKeyPairSync } from 'node:crypto';
import nodemailer from 'nodemailer';
import { domain, mailOf, subject } from './mail.ts';
import { inTurn } from './sending.ts';

export type SMTPPoolOptions = { port: number; mails: number; signed: boolean };

const connections = 20;

const { port, mails, signed }: SMTPPoolOptions = JSON.parse(process.argv[2]!);
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const transport = nodemailer.createTransport({
  host: '127.0.0.1',
  port,
  pool: true,
  maxConnections: connections,
  maxMessages: Number.POSITIVE_INFINITY,
  ignoreTLS: true,
  ...(signed && {
    dkim: {
      domainName: domain,
      keySelector: 'rsa',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  }),
});
const { html, text } = await mailOf();
await inTurn(mails, connections, async (number) => {
  await transport.sendMail({
    from: `Acme <hello@${domain}>`,
    to: `reader-${number}@mailbox.dev`,
    subject,
    html,
    text,
  });
});
transport.close();
process.stdin.on('end', () => process.exit(0)).resume();
