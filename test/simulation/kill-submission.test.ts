import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { expect, test } from 'vitest';
import { type MailSink, mailSink } from '../world/mail/mail-sink.ts';
import { type RunningPosthouse, startPosthouse } from '../world/programs/running-posthouse.ts';
import { seededRandom } from '../world/simulated/random.ts';

/** `npm run test:long` kills more often. */
const kills = Number(process.env.KILLS ?? 3);
const sendsBetweenKills = 60;
const connections = 10;
const seed = Number(process.env.SEED ?? 20_261_122);

test(`a program killed ${kills} times delivers all mail that it answered 250 over SMTP (seed ${seed})`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-kill-smtp-'));
  const sink = await mailSink();
  const environment = { POSTHOUSE_DELIVERY: 'relay', POSTHOUSE_RELAY_URL: sink.url };
  // Another process, which stays alive, delivers the mail: no mail may arrive twice.
  const worker = await startPosthouse(folder, environment, 'worker');
  const random = seededRandom(seed);
  const accepted: number[] = [];
  let number = 0;
  for (let round = 0; round < kills; round += 1) {
    const door = await startPosthouse(folder, environment, 'api');
    const killAfter = Math.floor(random.uniform() * sendsBetweenKills);
    const transport = poolTo(door);
    let answers = 0;
    const sends = Array.from({ length: sendsBetweenKills }, async () => {
      number += 1;
      const mine = number;
      const took = await transport.sendMail(mail(mine)).then(
        ({ response }) => response.startsWith('250'),
        () => false,
      );
      if (took) accepted.push(mine);
      answers += 1;
      if (answers === killAfter + 1) await door.kill();
    });
    await Promise.all(sends);
    await door.kill();
    transport.close();
  }
  expect(accepted.length).toBeGreaterThan(kills);

  while (!accepted.every((each) => arrivalsOf(sink, each).length > 0)) {
    await sink.arrived(sink.messages.length + 1);
  }
  expect(await worker.stop()).toBe(0);

  for (const each of accepted) {
    const arrivals = arrivalsOf(sink, each);
    expect(arrivals.length, `mail ${each}`).toBe(1);
    expect(arrivals[0]!.raw.includes(`This is mail ${each}.`)).toBe(true);
  }
  // A message cut off before its 250 may have been accepted, but only whole and once.
  const all = sink.messages.flatMap(({ recipients }) => recipients);
  expect(new Set(all).size).toBe(all.length);
  await sink.close();
  await rm(folder, { recursive: true });
});

function poolTo({ ports, token }: RunningPosthouse) {
  return nodemailer.createTransport({
    host: '127.0.0.1',
    port: ports.implicit,
    secure: true,
    tls: { rejectUnauthorized: false },
    auth: { user: 'posthouse', pass: token },
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    // A message whose outcome is unknown counts as not accepted, and is not sent again.
    maxRequeues: 0,
  });
}

function mail(number: number) {
  return {
    from: 'Acme <hello@acme.dev>',
    to: `reader-${number}@mailbox.dev`,
    subject: `Mail ${number}`,
    text: `This is mail ${number}.`,
    attachments: [{ filename: 'octets.bin', content: Buffer.alloc(5_000, number % 256) }],
  };
}

function arrivalsOf(sink: MailSink, number: number) {
  return sink.messages.filter(({ recipients }) => recipients.includes(`reader-${number}@mailbox.dev`));
}
