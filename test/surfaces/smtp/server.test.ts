import { once } from 'node:events';
import { connect } from 'node:net';
import { createSecureContext } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UnauthenticatedTurns } from '../../../src/concurrency/unauthenticated-turns.ts';
import type { RawMessage } from '../../../src/model/message/raw-message.ts';
import type { SmtpLimits, SmtpVisit } from '../../../src/surfaces/smtp/policy.ts';
import { replies } from '../../../src/surfaces/smtp/replies.ts';
import { type SmtpServer, smtpServer } from '../../../src/surfaces/smtp/server.ts';
import { systemLog } from '../../../src/world/log.ts';
import { type SmtpTestClient, smtpClient } from '../../world/mail/smtp-client.ts';
import { type SimulatedClock, simulatedClock } from '../../world/simulated/clock.ts';
import { testTlsPair } from './scene.ts';

const minuteMs = 60_000;

type Scene = {
  server: SmtpServer;
  clock: SimulatedClock;
  port: number;
  tlsPort: number;
  messages: RawMessage[];
  connect(options?: { tls?: boolean; from?: string }): Promise<SmtpTestClient>;
};

/** Starts a loopback listener that accepts everything. */
async function open({
  limits = {},
  visit = {},
}: {
  limits?: Partial<SmtpLimits>;
  visit?: Partial<SmtpVisit>;
} = {}): Promise<Scene> {
  const clock = simulatedClock();
  const messages: RawMessage[] = [];
  const server = smtpServer({
    policy: {
      visit: () => ({
        sender: () => replies.senderTaken,
        recipient: () => replies.recipientTaken,
        message(message) {
          messages.push(message);
          return replies.done;
        },
        ...visit,
      }),
    },
    hostName: 'mail.posthouse.example',
    limits,
    tls: createSecureContext({ ...testTlsPair(), minVersion: 'TLSv1.2' }),
    signsIn: false,
    unauthenticatedTurns: new UnauthenticatedTurns(),
    clock,
    log: systemLog({ level: 'silent' }),
  });
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 });
  const implicit = await server.listen({ host: '127.0.0.1', port: 0, implicitTls: true });
  const clients: SmtpTestClient[] = [];
  onTestFinished(async () => {
    for (const client of clients) client.close();
    await server.drain(0);
  });
  return {
    server,
    clock,
    port,
    tlsPort: implicit.port,
    messages,
    async connect({ tls = false, from = '127.0.0.1' } = {}) {
      const client = await smtpClient(tls ? implicit.port : port, { tls, from });
      clients.push(client);
      return client;
    },
  };
}

const envelope = 'EHLO me\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<c@d.example>\r\nDATA\r\n';
const whole = `${envelope}Subject: Hello\r\n\r\nHello\r\n..\r\n.\r\nQUIT\r\n`;

/** Message lines with `octets` octets in total. */
function text(octets: number): string {
  return `${'x'.repeat(98)}\r\n`.repeat(octets / 100);
}

/** Says EHLO and proceeds to DATA. */
async function begin(client: SmtpTestClient): Promise<void> {
  client.send(envelope);
  for (let count = 0; count < 5; count += 1) await client.reply();
}

/** Sends another message on a greeted connection; returns the last reply. */
async function send(client: SmtpTestClient, octets: number) {
  await client.askAll('EHLO me', 'MAIL FROM:<a@b.example>', 'RCPT TO:<c@d.example>', 'DATA');
  client.send(`${text(octets)}.\r\n`);
  return await client.reply();
}

/**
 * Sends messages until one gets the reply `code`, which shows that the server has read the other clients'
 * data.
 */
async function until(client: SmtpTestClient, octets: number, code: number): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) if ((await send(client, octets)).code === code) return;
  throw new Error(`no message got the reply ${code}`);
}

async function untilRefused(client: SmtpTestClient, octets: number): Promise<void> {
  await until(client, octets, 452);
}

/** The reply codes of the whole dialogue. */
const wholeReplies = [220, 250, 250, 250, 354, 250, 221];

async function codesOf(client: SmtpTestClient): Promise<number[]> {
  const text = await client.rest();
  return [...text.matchAll(/^(\d{3}) /gm)].map(([, code]) => Number(code));
}

describe('an SMTP dialogue', () => {
  test('in one packet is answered line by line', async () => {
    const { connect, messages } = await open();
    const client = await connect();
    client.send(whole);
    expect(await codesOf(client)).toEqual(wholeReplies);
    expect(messages).toEqual([{ header: 'Subject: Hello\r\n', body: 'Hello\r\n.\r\n' }]);
  });

  test('is answered the same wherever its octets are split', async () => {
    const { connect, messages } = await open();
    for (let at = 1; at < whole.length; at += 1) {
      const client = await connect();
      client.send(whole.slice(0, at));
      // The reply to the complete lines shows that the first part was read.
      await client.reply();
      client.send(whole.slice(at));
      expect(await codesOf(client), `cut at ${at}`).toEqual(wholeReplies.slice(1));
    }
    expect(messages).toHaveLength(whole.length - 1);
    expect(new Set(messages.map(({ body }) => body))).toEqual(new Set(['Hello\r\n.\r\n']));
  });

  test('sent octet by octet is answered the same', async () => {
    const { connect } = await open();
    const client = await connect();
    for (const octet of whole) client.send(octet);
    expect(await codesOf(client)).toEqual(wholeReplies);
  });

  test('is answered to its end even if the client has closed its side', async () => {
    let answer = (): void => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { connect } = await open({
      visit: {
        async message() {
          await asked;
          return replies.done;
        },
      },
    });
    const client = await connect();
    client.send(whole.replace('QUIT\r\n', ''));
    client.finish();
    answer();
    expect(await codesOf(client)).toEqual(wholeReplies.slice(0, -1));
  });

  test('continues after the policy throws', async () => {
    const { connect } = await open({
      visit: {
        sender() {
          throw new Error('broken');
        },
      },
    });
    const client = await connect();
    await client.reply();
    expect(await client.askAll('EHLO me', 'MAIL FROM:<>', 'NOOP')).toEqual([250, 451, 250]);
  });
});

describe('encryption', () => {
  test('starts at once on one port and by STARTTLS on the other', async () => {
    const { connect } = await open();
    const implicit = await connect({ tls: true });
    expect((await implicit.reply()).code).toBe(220);
    expect((await implicit.ask('EHLO me')).text).not.toContain('STARTTLS');
    const explicit = await connect();
    await explicit.reply();
    expect(await explicit.askAll('EHLO me', 'STARTTLS')).toEqual([250, 220]);
    await explicit.encrypt();
    expect((await explicit.ask('EHLO me')).text).not.toContain('STARTTLS');
    expect(await explicit.askAll('STARTTLS', 'NOOP')).toEqual([503, 250]);
  });

  test('makes the server discard everything said before', async () => {
    const { connect } = await open();
    const client = await connect();
    await client.reply();
    await client.askAll('EHLO me', 'STARTTLS');
    await client.encrypt();
    expect(await client.askAll('MAIL FROM:<a@b.example>', 'EHLO me', 'MAIL FROM:<a@b.example>')).toEqual([
      503, 250, 250,
    ]);
  });

  test('does not start when a command was injected after STARTTLS', async () => {
    const { connect } = await open();
    const client = await connect();
    client.send('EHLO me\r\nSTARTTLS\r\nMAIL FROM:<evil@b.example>\r\n');
    expect(await codesOf(client)).toEqual([220, 250, 421]);
  });

  test('fails when the bytes after STARTTLS are not TLS', async () => {
    const { connect, messages } = await open();
    const client = await connect();
    await client.reply();
    await client.askAll('EHLO me', 'STARTTLS');
    client.send(whole);
    expect(await client.rest()).not.toMatch(/^[25]\d\d/m);
    expect(messages).toEqual([]);
  });

  test('releases its slot when the client disconnects during the handshake', async () => {
    const { tlsPort, connect: enter } = await open({ limits: { connectionsPerAddressMax: 1 } });
    for (const sent of ['', '\x16\x03\x01\x02']) {
      const client = connect(tlsPort, '127.0.0.1').on('error', () => {});
      await once(client, 'connect');
      client.end(sent, 'latin1');
      await once(client.resume(), 'close');
      const next = await enter({ tls: true });
      expect((await next.reply()).code).toBe(220);
      next.close();
      await once(next.socket(), 'close');
    }
  });

  test('is abandoned when the handshake does not finish', async () => {
    const { connect, clock } = await open();
    const client = await connect();
    await client.reply();
    await client.askAll('EHLO me', 'STARTTLS');
    await clock.advance(30_000);
    expect(await client.rest()).toBe('');
  });
});

describe('a timeout', () => {
  test('disconnects a client after five minutes of silence, with a reply', async () => {
    const { connect, clock } = await open();
    const client = await connect();
    await client.reply();
    await clock.advance(5 * minuteMs - 1);
    expect((await client.ask('NOOP')).code).toBe(250);
    await clock.advance(5 * minuteMs - 1);
    expect((await client.ask('NOOP')).code).toBe(250);
    await clock.advance(5 * minuteMs);
    expect(await client.rest()).toMatch(/^421 4\.4\.2 /);
  });

  test('is not extended by partial commands', async () => {
    const { connect, clock } = await open();
    const client = await connect();
    await client.reply();
    await client.ask('NOOP');
    for (let minute = 0; minute < 5; minute += 1) {
      client.send('x');
      await clock.advance(minuteMs);
    }
    expect(await client.rest()).toMatch(/^421 4\.4\.2 /);
  });

  test('ends a stalled message after three minutes', async () => {
    const { connect, clock, messages } = await open();
    const client = await connect();
    client.send(`${envelope}Subject: Hello\r\n`);
    for (let count = 0; count < 5; count += 1) await client.reply();
    await clock.advance(3 * minuteMs);
    expect(await client.rest()).toMatch(/^421 4\.4\.2 /);
    expect(messages).toEqual([]);
  });

  test('rejects a message that averages less than 1 kB/s over two minutes', async () => {
    const { connect, clock, messages } = await open();
    const client = await connect();
    client.send(envelope);
    for (let count = 0; count < 5; count += 1) await client.reply();
    for (let minute = 0; minute < 2; minute += 1) {
      client.send(text(50_000));
      await clock.advance(minuteMs);
    }
    expect(await client.rest()).toMatch(/^421 4\.4\.2 The message comes too slowly/);
    expect(messages).toEqual([]);
  });

  test('does not end a faster message', async () => {
    const { connect, clock, messages } = await open({ limits: { heldBytesMax: 300_000 } });
    const [slow, other] = [await connect(), await connect()];
    await Promise.all([begin(slow), other.reply()]);
    slow.send(text(250_000));
    // The refusal of the other message shows that enough octets have arrived to keep the pace.
    await untilRefused(other, 52_000);
    await clock.advance(2 * minuteMs);
    slow.send('.\r\n');
    expect((await slow.reply()).code).toBe(250);
    expect(messages.at(-1)!.header).toHaveLength(250_000);
  });
});

describe('a client limit', () => {
  test('counts connections per address, and releases closed connections', async () => {
    const { connect } = await open({ limits: { connectionsPerAddressMax: 2 } });
    const [first, second] = [await connect(), await connect()];
    await Promise.all([first.reply(), second.reply()]);
    expect(await (await connect()).rest()).toMatch(/^421 4\.7\.0 /);
    expect((await first.ask('QUIT')).code).toBe(221);
    first.finish();
    await first.rest();
    const third = await connect();
    expect((await third.reply()).code).toBe(220);
  });

  test('closes the oldest idle connection of the address with the most when all are used', async () => {
    const { connect } = await open({ limits: { connectionsMax: 4 } });
    const greedy = '127.0.0.2';
    const taken = async (from: string): Promise<SmtpTestClient> => {
      const client = await connect({ from });
      expect((await client.reply()).code).toBe(220);
      return client;
    };
    const busy = await taken(greedy);
    await busy.askAll('EHLO me', 'MAIL FROM:<a@b.example>');
    const [oldest, second] = [await taken(greedy), await taken(greedy)];
    const lone = await taken('127.0.0.3');
    // A fifth connection does not displace a connection of an address with fewer.
    expect(await (await connect({ from: greedy })).rest()).toMatch(/^421 4\.7\.0 Too many/);
    await taken('127.0.0.4');
    expect(await oldest.rest()).toMatch(/^421 4\.7\.0 Your address has most/);
    oldest.finish();
    for (const client of [busy, second, lone]) expect((await client.ask('NOOP')).code).toBe(250);
  });

  test('rejects a message larger than SIZE when it is announced and when it is received', async () => {
    const { connect, messages } = await open({ limits: { messageBytesMax: 1_000 } });
    const client = await connect();
    await client.reply();
    expect(await client.askAll('EHLO me', 'MAIL FROM:<a@b.example> SIZE=1001')).toEqual([250, 552]);
    await client.askAll('MAIL FROM:<a@b.example> SIZE=10', 'RCPT TO:<c@d.example>', 'DATA');
    client.send(`${`${'x'.repeat(98)}\r\n`.repeat(11)}.\r\n`);
    expect((await client.reply()).text).toMatch(/^552 5\.3\.4 /);
    expect((await client.ask('NOOP')).code).toBe(250);
    expect(messages).toEqual([]);
  });

  test('shares the memory for messages, which is released afterwards', async () => {
    const { connect, messages } = await open({ limits: { heldBytesMax: 1_000 } });
    const hand = async (client: SmtpTestClient, octets: number, end = '.\r\n') => {
      await client.askAll('EHLO me', 'MAIL FROM:<a@b.example>', 'RCPT TO:<c@d.example>', 'DATA');
      client.send(`${text(octets)}${end}`);
    };
    const [slow, quick] = [await connect(), await connect()];
    await Promise.all([slow.reply(), quick.reply()]);
    await hand(slow, 800, '');
    await hand(quick, 200);
    expect((await quick.reply()).code).toBe(250);
    await hand(quick, 300);
    expect((await quick.reply()).text).toMatch(/^452 4\.3\.1 /);
    slow.send('.\r\n');
    expect((await slow.reply()).code).toBe(250);
    await hand(quick, 300);
    expect((await quick.reply()).code).toBe(250);
    expect(messages).toHaveLength(3);
  });

  test.each([
    ['an address', null],
    ['a holder that the policy names', 'a holder'],
  ])('gives %s a quarter of that memory, or one message', async (_, first) => {
    let holder: string | null = first;
    const { connect } = await open({
      limits: { messageBytesMax: 1_000, heldBytesMax: 8_000 },
      visit: { holder: () => holder },
    });
    const [one, two, greedy, another] = [await connect(), await connect(), await connect(), await connect()];
    await Promise.all([begin(one), begin(two), greedy.reply(), another.reply()]);
    one.send(text(900));
    two.send(text(900));
    await untilRefused(greedy, 300);
    holder = 'another holder';
    expect((await send(another, 900)).code).toBe(250);
    one.send('.\r\n');
    expect((await one.reply()).code).toBe(250);
    holder = first;
    expect((await send(greedy, 300)).code).toBe(250);
  });

  test('releases the memory of a message rejected mid-transfer', async () => {
    const { connect } = await open({ limits: { messageBytesMax: 1_000, heldBytesMax: 1_000 } });
    const [spoiled, other] = [await connect(), await connect()];
    await Promise.all([begin(spoiled), other.reply()]);
    spoiled.send(text(900));
    await untilRefused(other, 300);
    spoiled.send('x\0y\r\n');
    await until(other, 300, 250);
    spoiled.send('.\r\n');
    expect((await spoiled.reply()).text).toMatch(/^554[ -]5\.6\.0 /);
  });

  test('ends the connection on an endless command line', async () => {
    const { connect } = await open();
    const client = await connect();
    await client.reply();
    client.send('x'.repeat(20_000));
    expect(await client.rest()).toMatch(/^500 5\.5\.2 /);
  });

  test('stops reading from a client that does not read replies', async () => {
    const { connect } = await open();
    const client = await connect();
    await client.reply();
    client.pause();
    const commands = 'HELP\r\n'.repeat(10_000);
    for (let times = 0; times < 40; times += 1) client.send(commands);
    client.send('QUIT\r\n');
    client.resume();
    const codes = await codesOf(client);
    expect(codes.length).toBe(400_001);
    expect(codes.at(-1)).toBe(221);
  });
});

describe('a draining server', () => {
  test('closes idle connections with a reply and accepts no new connections', async () => {
    const { server, connect, port } = await open();
    const client = await connect();
    await client.reply();
    const drained = server.drain(10_000);
    expect(await client.rest()).toMatch(/^421 4\.3\.2 /);
    client.close();
    await drained;
    await expect(smtpClient(port)).rejects.toThrow('ECONNREFUSED');
  });

  test('finishes a message in flight first', async () => {
    const { server, connect, messages } = await open();
    const client = await connect();
    client.send(`${envelope}Subject: Hello\r\n`);
    for (let count = 0; count < 5; count += 1) await client.reply();
    const drained = server.drain(10_000);
    client.send('\r\nHello\r\n.\r\n');
    expect((await client.reply()).code).toBe(250);
    expect((await client.reply()).text).toMatch(/^421 4\.3\.2 /);
    client.close();
    await drained;
    expect(messages).toHaveLength(1);
  });

  test('cuts off an unfinished message after the grace period', async () => {
    const { server, connect, clock, messages } = await open();
    const client = await connect();
    client.send(`${envelope}Subject: Hello\r\n`);
    for (let count = 0; count < 5; count += 1) await client.reply();
    const drained = server.drain(10_000);
    await clock.advance(10_000);
    await drained;
    expect(await client.rest()).toBe('');
    expect(messages).toEqual([]);
  });
});
