/** Composes, signs and sends mail to a relay without a queue, records or checks: the same work as `nodemailer-pool.ts`. */
import { generateKeyPairSync } from 'node:crypto';
import { systemClock } from '../src/world/clock.ts';
import { systemResolver } from '../src/world/dns/resolver.ts';
import { systemLog } from '../src/world/log.ts';
import type { DkimSigner, OutgoingMessage } from '../src/world/mail/mail.ts';
import { relayMail } from '../src/world/mail/relay.ts';
import { readRelayUrl } from '../src/world/mail/smtp/smtp-server.ts';
import { domain, mailbox, mailOf, subject } from './mail.ts';
import { inTurn } from './sending.ts';

export type SignedRelayPlan = {
  port: number;
  mails: number;
  algorithms: DkimSigner['algorithm'][];
  /** Equal mails, or a unique link in each, as in a campaign. */
  bodies: 'alike' | 'each its own';
};

/** The worker's concurrency. */
const inFlight = 40;

const { port, mails, algorithms, bodies }: SignedRelayPlan = JSON.parse(process.argv[2]!);
const relay = readRelayUrl(`smtp://127.0.0.1:${port}`);
if ('fault' in relay) throw new Error(relay.fault);
const clock = systemClock();
const mail = relayMail({
  relays: [relay.server],
  clock,
  resolver: systemResolver({ servers: null, timeoutMs: 10_000 }),
  log: systemLog({ level: 'warn' }),
});
const signers = algorithms.map((algorithm): DkimSigner => {
  const { privateKey } =
    algorithm === 'rsa-sha256'
      ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
      : generateKeyPairSync('ed25519');
  return { domain, selector: algorithm.slice(0, 3), algorithm, privateKey };
});
const rendered = await mailOf();
const from = mailbox(`Acme <hello@${domain}>`);

await inTurn(mails, inFlight, async (number) => {
  const message: OutgoingMessage = {
    from,
    to: mailbox(`reader-${number}@mailbox.dev`),
    replyTo: null,
    envelopeFrom: from.address,
    subject,
    html: contentFor(number, rendered.html),
    text: contentFor(number, rendered.text),
    messageId: `<${number}.bench@${domain}>`,
    date: clock.now(),
    headers: [],
    raw: null,
    signers,
    tls: 'opportunistic',
    envelopeId: null,
  };
  const outcome = await mail.send(message);
  if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
});
await mail.close();
process.stdin.on('end', () => process.exit(0)).resume();

function contentFor(number: number, content: string): string {
  return bodies === 'alike' ? content : content.replace('https://acme.dev/', `https://acme.dev/?r=${number}`);
}
