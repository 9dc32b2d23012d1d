import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MailSink, mailSink, type SinkMessage } from '../world/mail/mail-sink.ts';
import { publishDomain, type RunningPosthouse, startPosthouse } from '../world/programs/running-posthouse.ts';
import { type DnsName, type DnsServer, dnsServer } from '../world/simulated/dns-server.ts';
import { mailPrograms, missingPrograms, verifyWithDkimpy } from './mail-programs.ts';
import { bodyOf, headerLinesOf, preparedMessage } from './prepared-message.ts';

/**
 * Third-party mail programs submit a message to the running program. It must arrive unchanged, with a
 * signature that a third-party DKIM library accepts.
 */

const domain = 'acme.dev';
const zone: Record<string, DnsName> = {};
let folder: string;
let dns: DnsServer;
let sink: MailSink;
let posthouse: RunningPosthouse;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-programs-'));
  dns = await dnsServer(zone);
  sink = await mailSink();
  posthouse = await startPosthouse(join(folder, 'posthouse'), {
    POSTHOUSE_DELIVERY: 'relay',
    POSTHOUSE_RELAY_URL: sink.url,
    POSTHOUSE_DNS_SERVERS: dns.address,
    POSTHOUSE_REQUIRE_VERIFIED_DOMAIN: 'true',
  });
  const { status } = await publishDomain(posthouse, domain, zone);
  if (!['verified', 'partially_verified'].includes(status)) throw new Error(`${domain} is ${status}`);
});

afterAll(async () => {
  await posthouse?.stop();
  await sink?.close();
  await dns?.close();
  await rm(folder, { recursive: true, force: true });
});

test('this machine has every program that the other tests need', () => {
  const missing = missingPrograms();
  const packages = missing.flatMap((program) => program.packages).join(' ');
  expect(
    missing.map(({ name }) => name),
    `on Debian: apt-get install ${packages}`,
  ).toEqual([]);
});

for (const program of mailPrograms) {
  describe(program.name, () => {
    test.for(['starttls', 'implicit'] as const)(
      'submits a message with attachments that arrives unchanged (%s)',
      async (tls) => {
        const name = `${program.name.replaceAll(/\W/g, '').toLowerCase()}-${tls}`;
        const { from, recipients, bytes, body } = preparedMessage(name, domain);
        const before = sink.messages.length;
        await program.send({
          port: posthouse.ports[tls],
          tls,
          token: posthouse.token,
          from,
          recipients: Object.values(recipients),
          message: bytes,
          folder,
        });
        const arrived = (await sink.arrived(before + 3)).slice(before);

        expect(arrived.flatMap((message) => message.recipients).sort()).toEqual(
          Object.values(recipients).sort(),
        );
        for (const message of arrived) {
          expect(bodyOf(message.raw).equals(body), 'the octets of the body').toBe(true);
          expect(fieldsBut(message, /^(bcc|dkim-signature|received)$/i)).toEqual(
            headerLinesOf(bytes).filter((line) => !/^bcc:/i.test(line)),
          );
          expect(message.raw.includes('hidden.'), 'a word of the Bcc recipients').toBe(false);
        }

        // Each of the three is a separate message; all have the same signer.
        const verdicts = await verifyWithDkimpy(arrived[0]!.raw, dns.address);
        expect(verdicts.map(({ algorithm, verified, fault }) => ({ algorithm, verified, fault }))).toEqual([
          { algorithm: 'rsa-sha256', verified: true, fault: null },
          { algorithm: 'ed25519-sha256', verified: true, fault: null },
        ]);
      },
    );
  });
}

/** The header lines of a received message without those added on the way. */
function fieldsBut({ raw }: SinkMessage, but: RegExp): string[] {
  return headerLinesOf(raw).filter((line) => !but.test(line.slice(0, line.indexOf(':'))));
}
