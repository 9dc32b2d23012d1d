import type { X509Certificate } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../../../src/concurrency/clock.ts';
import { systemClock } from '../../../../src/world/clock.ts';
import type { WireMessage } from '../../../../src/world/mail/mail.ts';
import { SmtpPool } from '../../../../src/world/mail/smtp/smtp-pool.ts';
import type { SmtpServer } from '../../../../src/world/mail/smtp/smtp-server.ts';
import { openSession, type SmtpSession } from '../../../../src/world/mail/smtp/smtp-session.ts';
import { type SmtpTimeouts, smtpTimeouts } from '../../../../src/world/mail/smtp/smtp-timeouts.ts';
import { makeCertificate } from '../../certificates.ts';
import { simulatedClock } from '../../simulated/clock.ts';
import { simulatedResolver } from '../../simulated/resolver.ts';
import { type ScriptedOptions, type ScriptedSmtp, scriptedSmtp } from '../scripted-smtp.ts';

/** Distinct timeouts, so that a test can tell which one is running. */
const timeouts: SmtpTimeouts = {
  connectMs: 1_001,
  tlsMs: 1_002,
  greetingMs: 1_003,
  authMs: 1_004,
  mailMs: 1_005,
  rcptMs: 1_006,
  dataMs: 1_007,
  blockMs: 1_008,
  contentMs: 3_000,
  finalMs: 1_009,
  leaveMs: 1_010,
};

const everything = ['PIPELINING', 'CHUNKING', 'SIZE 1000000000', '8BITMIME', 'SMTPUTF8', 'DSN'];

let servers: ScriptedSmtp[];
let sessions: SmtpSession[];
beforeEach(() => {
  servers = [];
  sessions = [];
});
afterEach(async () => {
  for (const session of sessions) session.cut('the test is over');
  await Promise.all(servers.map((server) => server.close()));
});

async function listen(options: ScriptedOptions = {}): Promise<ScriptedSmtp> {
  const server = await scriptedSmtp(options);
  servers.push(server);
  return server;
}

type Terms = { clock?: Clock; timeouts?: SmtpTimeouts; ehloName?: string | null };

function dialOf(terms: Terms) {
  return {
    clock: systemClock(),
    resolver: simulatedResolver(),
    timeouts: smtpTimeouts,
    ehloName: 'us.example',
    ...terms,
  };
}

function serverOf({ port }: ScriptedSmtp, changes: Partial<SmtpServer> = {}): SmtpServer {
  return {
    host: '127.0.0.1',
    port,
    tls: 'opportunistic',
    verifyCertificate: false,
    credentials: null,
    ...changes,
  };
}

function attempt(to: ScriptedSmtp, changes: Partial<SmtpServer> = {}, terms: Terms = {}) {
  return openSession(serverOf(to, changes), dialOf(terms), new AbortController().signal);
}

async function open(
  to: ScriptedSmtp,
  changes: Partial<SmtpServer> = {},
  terms: Terms = {},
): Promise<SmtpSession> {
  const opened = await attempt(to, changes, terms);
  if ('fault' in opened) throw new Error(JSON.stringify(opened.fault));
  sessions.push(opened.session);
  return opened.session;
}

function wire(changes: Partial<WireMessage> = {}): WireMessage {
  return {
    envelopeFrom: 'a@acme.example',
    to: 'b@reader.example',
    bytes: Buffer.from('Subject: x\r\n\r\nHello\r\n'),
    eightBit: false,
    utf8: false,
    envelopeId: null,
    ...changes,
  };
}

/** Ways to send a message, by extensions. */
const ways = [
  ['one step at a time', []],
  ['with PIPELINING', ['PIPELINING']],
  ['with CHUNKING', ['CHUNKING']],
  ['in one write', ['PIPELINING', 'CHUNKING']],
] as const;

describe.each(ways)('a message sent %s', (_name, offers) => {
  const dotted = !offers.some((offer) => offer === 'CHUNKING');

  test.each([
    'Subject: x\r\n\r\n.\r\n..\r\n.x\r\nx.\r\n\r\n.\r\n',
    '.\r\n',
    '\r\n',
    '',
    '.Subject: x\r\n\r\n.\r\n.',
  ])('arrives unchanged: %j', async (text) => {
    const server = await listen({ offers });
    const session = await open(server);
    const whole = text.endsWith('\r\n') || text === '' ? text : `${text}\r\n`;
    expect(await session.deliver(wire({ bytes: Buffer.from(whole) }))).toMatchObject({ kind: 'accepted' });
    const came = server.taken[0]!.toString();
    expect(dotted ? came.replaceAll(/^\./gm, '') : came).toBe(whole);
  });

  test('in many blocks arrives unchanged, including dots at block edges', async () => {
    const server = await listen({ offers });
    const session = await open(server);
    // Lines of 8 octets: each block of 65,536 starts with a dot.
    const bytes = Buffer.from('.23456\r\n'.repeat(50_000));
    expect(await session.deliver(wire({ bytes }))).toMatchObject({ kind: 'accepted' });
    const came = server.taken[0]!;
    expect(came.length).toBe(dotted ? bytes.length + 50_000 : bytes.length);
    expect(came.equals(dotted ? Buffer.from('..23456\r\n'.repeat(50_000)) : bytes)).toBe(true);
    expect(await session.deliver(wire())).toMatchObject({ kind: 'accepted' });
    expect(server.connections).toBe(1);
  });

  test('that is refused leaves the connection usable, after RSET if needed', async () => {
    const server = await listen({ offers });
    const session = await open(server);
    for (const at of ['MAIL', 'RCPT', 'DATA', '.', 'BDAT']) {
      server.script = (command) => (command.startsWith(at) ? '550 5.7.1 no' : undefined);
      const outcome = await session.deliver(wire());
      const reached = dotted ? at !== 'BDAT' : at !== 'DATA' && at !== '.';
      expect(outcome.kind, at).toBe(reached ? 'refused' : 'accepted');
      server.script = () => undefined;
      if (!session.ready) expect(await session.tidy()).toBe(true);
    }
    expect(await session.deliver(wire())).toMatchObject({ kind: 'accepted' });
    expect(server.connections).toBe(1);
  });

  test('counts as possibly received only if its final reply is lost', async () => {
    for (const [at, stage] of [
      ['RCPT', offers.length === 2 ? 'final' : 'rcpt'],
      [dotted ? '.' : 'BDAT', 'final'],
    ] as const) {
      const server = await listen({
        offers,
        script: (command) => (command.startsWith(at) ? 'drop' : undefined),
      });
      const session = await open(server);
      expect(await session.deliver(wire())).toMatchObject({ kind: 'unreachable', stage });
      await session.gone;
    }
  });

  test('that is accepted after the connection was half closed counts as accepted', async () => {
    const last = dotted ? '.' : 'BDAT';
    const server = await listen({
      offers,
      script: (command) => (command.startsWith(last) ? ['250 2.0.0 taken', 'half-close'] : undefined),
    });
    const session = await open(server);
    expect(await session.deliver(wire())).toMatchObject({ kind: 'accepted', reply: '250 2.0.0 taken' });
    await session.gone;
    expect(session.alive).toBe(false);
  });

  test('to a server that half closes instead of replying is abandoned', async () => {
    const last = dotted ? '.' : 'BDAT';
    const script = (command: string) => (command.startsWith(last) ? 'half-close' : undefined);
    const server = await listen({ offers, script });
    const session = await open(server);
    expect(await session.deliver(wire())).toMatchObject({ kind: 'unreachable', stage: 'final' });
    await server.emptied();
  });
});

describe('a reply 421', () => {
  test.each([
    ['MAIL', [], 'mail'],
    ['RCPT', ['PIPELINING'], 'rcpt'],
    ['DATA', ['PIPELINING'], 'data'],
    ['BDAT', ['PIPELINING', 'CHUNKING'], 'final'],
    ['MAIL', ['PIPELINING', 'CHUNKING'], 'mail'],
  ])('in place of the reply to %s (%j) is the outcome and ends the connection', async (at, offers, stage) => {
    const script = (command: string) => (command.startsWith(at) ? ['421 4.3.2 closing', 'drop'] : undefined);
    const session = await open(await listen({ offers, script }));
    expect(await session.deliver(wire())).toMatchObject({ kind: 'refused', stage, code: 421 });
    await session.gone;
  });

  test('out of turn ends an idle connection', async () => {
    const server = await listen();
    const session = await open(server);
    for (const socket of server.sockets) socket.write('421 4.4.2 idle too long\r\n');
    await session.gone;
    expect(session.alive).toBe(false);
    expect(await session.deliver(wire())).toMatchObject({ kind: 'unreachable', stage: 'mail' });
  });
});

describe('a silent server', () => {
  test.each([
    ['connect', [], 'greeting', 'greetingMs'],
    ['EHLO', [], 'greeting', 'greetingMs'],
    ['STARTTLS', ['STARTTLS'], 'tls', 'tlsMs'],
    ['AUTH', ['AUTH PLAIN'], 'auth', 'authMs'],
  ] as const)('at %s is abandoned while connecting', async (at, offers, stage, limit) => {
    const clock = simulatedClock();
    const server = await listen({
      offers,
      script: (command) => (command.startsWith(at) ? 'hang' : undefined),
    });
    const credentials = at === 'AUTH' ? { user: 'u', password: 'p' } : null;
    const opened = attempt(server, { credentials }, { clock, timeouts });
    if (at !== 'connect') await server.reached(at);
    await clock.waitedFor(timeouts[limit]);
    await clock.advance(timeouts[limit]);
    expect(await opened).toMatchObject({
      fault: { kind: 'unreachable', stage, why: 'no answer within 1 s' },
    });
    await server.emptied();
    expect(clock.timers()).toBe(0);
  });

  test('gets no more time if it sends its reply octet by octet', async () => {
    const clock = simulatedClock();
    const server = await listen({ script: (command) => (command === 'connect' ? 'hang' : undefined) });
    const opened = attempt(server, {}, { clock, timeouts });
    await clock.waitedFor(timeouts.greetingMs);
    const trickle = '220-slow\r\n'.repeat(5);
    for (const octet of trickle) {
      for (const socket of server.sockets) await new Promise((written) => socket.write(octet, written));
      // Lets the octet be read, even on a busy machine.
      for (let turn = 0; turn < 20; turn++) await nextTurn();
      await clock.advance(timeouts.greetingMs / 10);
    }
    expect(await opened).toMatchObject({ fault: { stage: 'greeting', why: 'no answer within 1 s' } });
  });

  test.each([
    ['MAIL', [], 'mail', 'mailMs'],
    ['RCPT', [], 'rcpt', 'rcptMs'],
    ['DATA', [], 'data', 'dataMs'],
    ['.', [], 'final', 'finalMs'],
    ['DATA', ['PIPELINING'], 'data', 'dataMs'],
    ['BDAT', ['CHUNKING'], 'final', 'finalMs'],
    ['BDAT', ['PIPELINING', 'CHUNKING'], 'final', 'finalMs'],
    // The message has been sent, whatever reply is missing.
    ['MAIL', ['PIPELINING', 'CHUNKING'], 'final', 'mailMs'],
  ] as const)('at %s (%j) is abandoned', async (at, offers, stage, limit) => {
    const clock = simulatedClock();
    const silent = (command: string) => (command.startsWith(at) || at === 'MAIL' ? 'hang' : undefined);
    const server = await listen({ offers });
    const session = await open(server, {}, { clock, timeouts });
    server.script = silent;
    const outcome = session.deliver(wire());
    await server.reached(at);
    await clock.waitedFor(timeouts[limit]);
    await clock.advance(timeouts[limit]);
    expect(await outcome).toMatchObject({ kind: 'unreachable', stage, why: 'no answer within 1 s' });
    await server.emptied();
    expect(clock.timers()).toBe(0);
  });

  test.each([
    ['DATA', ['PIPELINING']],
    ['BDAT', ['PIPELINING', 'CHUNKING']],
  ])(
    'that stops reading a large message (%s) is abandoned, and the message counts as not received',
    async (_name, offers) => {
      const clock = simulatedClock();
      const server = await listen({ offers });
      const session = await open(server, {}, { clock, timeouts });
      // More than the buffers of two sockets.
      const bytes = Buffer.from(`${'x'.repeat(98)}\r\n`.repeat(400_000));
      const outcome = session.deliver(wire({ bytes }));
      await server.reached('RCPT');
      for (const socket of server.sockets) socket.pause();
      await clock.waitedFor(timeouts.blockMs);
      // Each buffered block restarted the timeout; the last one expires.
      while (session.alive) await clock.advance(timeouts.blockMs);
      expect(await outcome).toMatchObject({ kind: 'unreachable', stage: 'data' });
      expect(server.taken).toEqual([]);
      await server.close();
    },
  );
});

describe('a slow server', () => {
  test('gets a large message completely, piece by piece', async () => {
    const server = await listen({ offers: ['PIPELINING'] });
    const session = await open(server);
    const bytes = Buffer.from(`${'x'.repeat(98)}\r\n`.repeat(30_000));
    const [socket] = server.sockets;
    let pauses = 0;
    socket!.on('data', () => {
      pauses += 1;
      socket!.pause();
      setImmediate(() => socket!.resume());
    });
    expect(await session.deliver(wire({ bytes }))).toMatchObject({ kind: 'accepted' });
    expect(server.taken[0]!.equals(bytes)).toBe(true);
    expect(pauses).toBeGreaterThan(10);
  });

  test('that reads a little at a time is abandoned eventually', async () => {
    const clock = simulatedClock();
    const server = await listen({ offers: ['PIPELINING'] });
    const patient = { ...timeouts, blockMs: 60_000 };
    const session = await open(server, {}, { clock, timeouts: patient });
    const began = clock.monotonic();
    const bytes = Buffer.from(`${'x'.repeat(98)}\r\n`.repeat(400_000));
    const [socket] = server.sockets;
    socket!.on('data', () => {
      socket!.pause();
      void clock.advance(patient.contentMs / 20).then(() => socket!.resume());
    });
    expect(await session.deliver(wire({ bytes }))).toMatchObject({
      kind: 'unreachable',
      stage: 'data',
      why: 'it takes the message too slowly',
    });
    expect(clock.monotonic() - began).toBeLessThan(patient.contentMs + patient.blockMs);
    expect(server.taken).toEqual([]);
    await server.close();
  });
});

describe('a server that breaks the protocol', () => {
  test.each([
    ['a line of over 4 KiB', `250 ${'x'.repeat(5_000)}`],
    ['over 100 lines', '250-x\r\n'.repeat(200)],
    ['a code that changes', '250-yes\r\n550 no'],
    ['no reply at all', 'SSH-2.0-OpenSSH_9.2'],
  ])('with %s is disconnected', async (_name, answer) => {
    const session = await open(
      await listen({ script: (command) => (command.startsWith('MAIL') ? answer : undefined) }),
    );
    expect(await session.deliver(wire())).toMatchObject({
      kind: 'unreachable',
      stage: 'mail',
      why: 'its answer is not one of SMTP',
    });
    await session.gone;
  });

  test('with an extra reply is disconnected after accepting a message by DATA', async () => {
    const script = (command: string) => (command === '.' ? '250 taken\r\n250 and again' : undefined);
    const session = await open(await listen({ script }));
    expect(await session.deliver(wire())).toMatchObject({ kind: 'accepted', reply: '250 taken' });
    expect(session.alive).toBe(false);
  });

  test('with an extra reply is not trusted after BDAT', async () => {
    const script = (command: string) =>
      command.startsWith('BDAT') ? '250 taken\r\n250 and again' : undefined;
    const session = await open(await listen({ offers: ['PIPELINING', 'CHUNKING'], script }));
    expect(await session.deliver(wire())).toMatchObject({ kind: 'unreachable', stage: 'final' });
    expect(session.alive).toBe(false);
  });
});

describe('TLS in a session', () => {
  const authority = makeCertificate({ name: 'authority', authority: true });
  const right = makeCertificate({ name: 'mx.test', hosts: ['mx.test'], issuer: authority });
  const wrong = makeCertificate({ name: 'other.test', hosts: ['other.test'], issuer: authority });
  const alone = makeCertificate({ name: 'mx.test', hosts: ['mx.test'] });

  const pemWithChain = { cert: right.pem.cert + authority.pem.cert, key: right.pem.key };
  const mx = { host: 'mx.test', addresses: ['127.0.0.1'] };

  /** Trusts the test authority during `run`. */
  async function trusting<T>(run: () => Promise<T>): Promise<T> {
    const before = getCACertificates('default');
    setDefaultCACertificates([authority.pem.cert]);
    try {
      return await run();
    } finally {
      setDefaultCACertificates(before);
    }
  }

  test.each([
    ['from the start', { implicitTls: true }, 'implicit'],
    ['by STARTTLS', { offers: ['STARTTLS'] }, 'required'],
  ] as const)(
    '%s is reported with the outcome, including how the server was authenticated',
    async (_name, options, tls) => {
      const outcomes = await trusting(async () => [
        await (
          await open(await listen({ ...options, tls: right.pem }), { ...mx, tls, verifyCertificate: true })
        ).deliver(wire()),
        await (await open(await listen({ ...options, tls: alone.pem }), { ...mx, tls })).deliver(wire()),
      ]);
      expect(outcomes).toMatchObject([
        { kind: 'accepted', tls: { protocol: 'TLSv1.3', verified: 'certificate' } },
        { kind: 'accepted', tls: { protocol: 'TLSv1.3', verified: 'none' } },
      ]);
      for (const session of sessions) {
        await session.quit();
        expect(session.alive).toBe(false);
      }
      for (const server of servers) await server.emptied();
    },
  );

  test.each([
    ['for another name', wrong, 'its certificate is for another name'],
    ['of its own', alone, 'its certificate is self-signed'],
  ])(
    'with a certificate %s stops before anything else is sent if verification is required',
    async (_name, made, why) => {
      const server = await listen({ offers: ['STARTTLS'], tls: made.pem });
      const opened = await trusting(() =>
        attempt(server, { ...mx, tls: 'required', verifyCertificate: true }),
      );
      expect(opened).toMatchObject({ fault: { kind: 'unreachable', stage: 'tls', why } });
      await server.emptied();
      expect(server.heard).toEqual(['EHLO us.example', 'STARTTLS']);
    },
  );

  test.each(['implicit', 'required'] as const)(
    '(%s) is verified by the policy for the certificate',
    async (tls) => {
      const seen: string[][] = [];
      const judging = (verdict: string | null) => ({
        ...mx,
        tls,
        verifyCertificate: true,
        judgeCertificate: (chain: readonly X509Certificate[]) => {
          seen.push(chain.map(({ fingerprint256 }) => fingerprint256));
          return verdict;
        },
      });
      const options = tls === 'implicit' ? { implicitTls: true } : { offers: ['STARTTLS'] };
      const server = await listen({ ...options, tls: pemWithChain });
      const session = await open(server, judging(null));
      expect(session.tls).toEqual({ protocol: 'TLSv1.3', verified: 'dane' });
      expect(await attempt(server, judging('it is not the one'))).toMatchObject({
        fault: { kind: 'unreachable', stage: 'tls', why: 'it is not the one' },
      });
      const chain = [right, authority].map(({ certificate }) => certificate.fingerprint256);
      expect(seen).toEqual([chain, chain]);
    },
  );

  test('is abandoned if the handshake does not finish', async () => {
    const clock = simulatedClock();
    const script = (command: string) => (command === 'STARTTLS' ? '220 go' : undefined);
    const server = await listen({ offers: ['STARTTLS'], script });
    const opened = attempt(server, {}, { clock, timeouts });
    await server.reached('STARTTLS');
    await clock.waitedFor(timeouts.tlsMs);
    await clock.advance(timeouts.tlsMs);
    expect(await opened).toMatchObject({ fault: { kind: 'unreachable', stage: 'tls' } });
  });

  test.each([
    ['opportunistic', '220 go\r\n250 fake'],
    ['opportunistic', '220 go\r\n250-fake\r\n250 AUTH PLAIN'],
    ['required', '220 go\r\n2'],
  ] as const)('(%s) does not start when %j was injected', async (tls, answer) => {
    const server = await listen({
      offers: ['STARTTLS'],
      script: (command) => (command === 'STARTTLS' ? answer : undefined),
      tls: right.pem,
    });
    const opened = await attempt(server, { tls, credentials: { user: 'u', password: 'pa55word' } });
    expect(opened).toMatchObject({ fault: { kind: 'unreachable', stage: 'tls', why: /plain text/ } });
    await server.emptied();
    expect(server.heard).toEqual(['EHLO us.example', 'STARTTLS']);
  });

  test('discards earlier capabilities after STARTTLS', async () => {
    const server = await listen({ offers: ['STARTTLS', 'PIPELINING', 'DSN'], tls: right.pem });
    let hellos = 0;
    server.script = (command) => {
      if (command.startsWith('EHLO') && ++hellos === 2) return '250-raw.test\r\n250 CHUNKING';
      return undefined;
    };
    const session = await open(server);
    expect(session.capabilities).toMatchObject({ pipelining: false, dsn: false, chunking: true });
    expect(await session.deliver(wire({ envelopeId: 'eml_1' }))).toMatchObject({ kind: 'accepted' });
    expect(server.heard.slice(2)).toEqual([
      'EHLO us.example',
      'MAIL FROM:<a@acme.example>',
      'RCPT TO:<b@reader.example>',
      'BDAT 21 LAST',
    ]);
  });
});

describe('an SMTP session', () => {
  test('connects to the given addresses in order, without a lookup', async () => {
    const server = await listen();
    const dial = dialOf({});
    const { port } = server;
    const given = { ...serverOf(server), host: 'mx.test', addresses: ['127.0.0.9', '127.0.0.1'] };
    const opened = await openSession(given, dial, new AbortController().signal);
    if ('session' in opened) sessions.push(opened.session);
    expect(opened).toHaveProperty('session');
    expect(dial.resolver.asked).toEqual([]);
    const nowhere = await openSession({ ...given, addresses: [] }, dial, new AbortController().signal);
    expect(nowhere).toEqual({
      fault: { kind: 'unreachable', by: `mx.test:${port}`, stage: 'connect', why: 'its name has no address' },
    });
  });

  test('introduces itself by name, or by address if it has no name', async () => {
    const server = await listen();
    await open(server);
    await open(server, {}, { ehloName: null });
    const [first, second] = server.heard;
    expect(first).toBe('EHLO us.example');
    expect(second).toMatch(/^EHLO ([\w-]+(\.[\w-]+)+|\[127\.0\.0\.1\])$/);
  });

  test("exposes the server's capabilities", async () => {
    const session = await open(await listen({ offers: everything }));
    expect(session.tls).toBeNull();
    expect(session.capabilities).toMatchObject({ pipelining: true, chunking: true, sizeMax: 1_000_000_000 });
  });

  test('sends QUIT', async () => {
    const server = await listen();
    const session = await open(server);
    await session.quit();
    expect(server.heard.at(-1)).toBe('QUIT');
    await server.emptied();
  });

  test('does not wait long for a server that ignores QUIT', async () => {
    const clock = simulatedClock();
    const server = await listen();
    const session = await open(server, {}, { clock, timeouts });
    for (const socket of server.sockets) socket.pause();
    const left = session.quit();
    await clock.waitedFor(timeouts.leaveMs);
    await clock.advance(timeouts.leaveMs);
    await left;
    expect(clock.timers()).toBe(0);
  });

  test('uses all offered extensions, with the message in one write', async () => {
    const server = await listen({ offers: everything });
    const session = await open(server);
    const bytes = Buffer.from('Subject: é\r\n\r\né\r\n');
    const message = wire({ bytes, eightBit: true, utf8: true, envelopeId: 'eml_1' });
    expect(await session.deliver(message)).toMatchObject({ kind: 'accepted' });
    expect(server.heard.slice(1)).toEqual([
      'MAIL FROM:<a@acme.example> SIZE=19 BODY=8BITMIME SMTPUTF8 RET=HDRS ENVID=eml_1',
      'RCPT TO:<b@reader.example>',
      'BDAT 19 LAST',
    ]);
    expect(server.taken[0]!.equals(bytes)).toBe(true);
  });

  test('rejects values that could inject a command', async () => {
    const session = await open(await listen());
    for (const changes of [
      { to: 'b@reader.example>\r\nRCPT TO:<c@reader.example' },
      { envelopeFrom: 'a b@acme.example' },
    ]) {
      await expect(session.deliver(wire(changes))).rejects.toMatchObject({ name: 'UnsafeMessage' });
    }
    expect(await session.deliver(wire())).toMatchObject({ kind: 'accepted' });
  });
});

describe('authentication in a session', () => {
  const credentials = { user: 'tim', password: 'pa55word' };

  test('answers a challenge without revealing the password', async () => {
    const server = await listen({ offers: ['AUTH PLAIN CRAM-MD5'] });
    server.script = (command) => {
      if (command === 'AUTH CRAM-MD5') return `334 ${Buffer.from('<1@raw.test>').toString('base64')}`;
      return undefined;
    };
    await open(server, { credentials });
    const [, , answer] = server.heard;
    expect(Buffer.from(answer!, 'base64').toString()).toMatch(/^tim [0-9a-f]{32}$/);
  });

  test('handles the two-step refusal of a token', async () => {
    const server = await listen({ offers: ['AUTH XOAUTH2'] });
    server.script = (command) => {
      if (command.startsWith('AUTH')) return '334 eyJzdGF0dXMiOiI0MDEifQ==';
      return command === '' ? '535 5.7.8 the token is not taken' : undefined;
    };
    expect(await attempt(server, { credentials, auth: 'xoauth2' })).toMatchObject({
      fault: { kind: 'refused', stage: 'auth', code: 535, enhanced: '5.7.8' },
    });
    await server.emptied();
    expect(server.heard.at(-1)).toBe('QUIT');
  });
});

describe('kept connections', () => {
  test('are checked before a message is written if they were idle for a while', async () => {
    const clock = simulatedClock();
    const server = await listen({ offers: ['PIPELINING', 'CHUNKING'] });
    const pool = new SmtpPool(serverOf(server), dialOf({ clock }), 1);
    expect(await pool.deliver(wire())).toMatchObject({ kind: 'accepted' });
    await clock.advance(10_000);
    // The connection is gone: before the message is written, another can carry it.
    server.script = (command, connection) =>
      connection === 1 && command.startsWith('MAIL') ? 'drop' : undefined;
    expect(await pool.deliver(wire())).toMatchObject({ kind: 'accepted' });
    expect([server.connections, server.taken.length]).toEqual([2, 2]);
    await pool.close();
    await server.emptied();
  });

  test('are replaced after 500 messages', async () => {
    const server = await listen({ offers: ['PIPELINING', 'CHUNKING'] });
    const pool = new SmtpPool(serverOf(server), dialOf({}), 1);
    for (let n = 0; n < 501; n++) await pool.deliver(wire());
    expect([server.connections, server.taken.length]).toEqual([2, 501]);
    await pool.close();
  });

  test('are reset after a refused transaction', async () => {
    const server = await listen({ offers: ['PIPELINING'] });
    const pool = new SmtpPool(serverOf(server), dialOf({}), 1);
    server.script = (command) => (command.startsWith('RCPT') ? '550 5.1.1 who' : undefined);
    expect(await pool.deliver(wire())).toMatchObject({ kind: 'refused', stage: 'rcpt' });
    server.script = () => undefined;
    expect(await pool.deliver(wire())).toMatchObject({ kind: 'accepted' });
    expect(server.heard.filter((line) => /^(RSET|EHLO|DATA|\.)/.test(line))).toEqual([
      'EHLO us.example',
      'DATA',
      'RSET',
      'DATA',
      '.',
    ]);
    await pool.close();
  });

  test('are closed when the server rejects RSET', async () => {
    const server = await listen();
    const pool = new SmtpPool(serverOf(server), dialOf({}), 1);
    server.script = (command) => (/^(RCPT|RSET)/.test(command) ? '550 no' : undefined);
    expect(await pool.deliver(wire())).toMatchObject({ kind: 'refused', stage: 'rcpt' });
    server.script = () => undefined;
    expect(await pool.deliver(wire())).toMatchObject({ kind: 'accepted' });
    expect(server.connections).toBe(2);
    await pool.close();
  });
});
