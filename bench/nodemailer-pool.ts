/** nodemailer's pool alone: the same mails to the same sink, without queue, record or check. */
import nodemailer from 'nodemailer';
import { mailOf } from './mail.ts';

export type SMTPPoolOptions = { port: number; mails: number };

const { port, mails }: SMTPPoolOptions = JSON.parse(process.argv[2]!);
const transport = nodemailer.createTransport({
  host: '127.0.0.1',
  port,
  pool: true,
  maxConnections: 20,
  maxMessages: Number.POSITIVE_INFINITY,
  ignoreTLS: true,
});
const { html, text } = await mailOf();
const from = performance.now();
await Promise.all(
  Array.from({ length: mails }, (_, index) =>
    transport.sendMail({
      from: 'Acme <hello@acme.dev>',
      to: `reader-${index}@mailbox.dev`,
      subject: 'Your order is on its way',
      html,
      text,
    }),
  ),
);
process.stdout.write(`${JSON.stringify({ perSecond: (mails / (performance.now() - from)) * 1_000 })}\n`);
transport.close();
process.stdin.on('end', () => process.exit(0)).resume();
