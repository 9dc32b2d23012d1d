import { describe, expect, test } from 'vitest';
import { replies } from '../../../src/surfaces/smtp/replies.ts';
import { reply, writeReply } from '../../../src/surfaces/smtp/reply.ts';
import {
  faultsMax,
  type Listener,
  newSession,
  type Question,
  type Session,
  step,
} from '../../../src/surfaces/smtp/session.ts';

const submission: Listener = {
  hostName: 'mail.posthouse.example',
  tls: true,
  signsIn: true,
  limits: { messageBytesMax: 1_000, textLineOctetsMax: 1_000, recipientsMax: 2 },
};
const inbound: Listener = { ...submission, signsIn: false };

const yes: Record<Question['about'], number> = {
  credentials: 235,
  sender: 250,
  recipient: 250,
  message: 250,
};

/** A dialogue of strings. The policy accepts everything except what `answers` overrides. */
function dialogue({
  listener = submission,
  tls = true,
  answers = {},
}: {
  listener?: Listener;
  tls?: boolean;
  answers?: Partial<Record<Question['about'], number>>;
} = {}) {
  let session: Session = newSession(tls);
  const asked: Question[] = [];
  let next: unknown = null;
  const take = (triggerEvent: Parameters<typeof step>[2]): string => {
    const taken = step(listener, session, triggerEvent);
    session = taken.session;
    next = taken.next;
    if (typeof taken.next === 'object' && taken.next !== null) {
      asked.push(taken.next);
      const { about } = taken.next;
      const code = answers[about] ?? yes[about];
      return take({ kind: 'answer', reply: reply(code, null, about) });
    }
    return taken.say ? writeReply(taken.say).trimEnd() : '';
  };
  return {
    say: (text: string, more = false) => take({ kind: 'line', text, more }),
    take,
    asked,
    next: () => next,
  };
}

const token = Buffer.from('\0me\0secret').toString('base64');

function signedIn(options: Parameters<typeof dialogue>[0] = {}) {
  const talk = dialogue(options);
  talk.say('EHLO me');
  talk.say(`AUTH PLAIN ${token}`);
  return talk;
}

describe('an SMTP session', () => {
  test.each([
    { stage: 'before EHLO', lines: [], codes: { AUTH: 503, STARTTLS: 503, MAIL: 503, RCPT: 503, DATA: 503 } },
    {
      stage: 'in the clear',
      tls: false,
      lines: ['EHLO me'],
      codes: { AUTH: 538, STARTTLS: 220, MAIL: 530, RCPT: 530, DATA: 530 },
    },
    {
      stage: 'before AUTH',
      lines: ['EHLO me'],
      codes: { AUTH: 235, STARTTLS: 503, MAIL: 530, RCPT: 530, DATA: 530 },
    },
    {
      stage: 'after AUTH',
      lines: ['EHLO me', `AUTH PLAIN ${token}`],
      codes: { AUTH: 503, STARTTLS: 503, MAIL: 250, RCPT: 503, DATA: 503 },
    },
    {
      stage: 'after MAIL',
      lines: ['EHLO me', `AUTH PLAIN ${token}`, 'MAIL FROM:<a@b.example>'],
      codes: { AUTH: 503, STARTTLS: 503, MAIL: 503, RCPT: 250, DATA: 554 },
    },
    {
      stage: 'after RCPT',
      lines: ['EHLO me', `AUTH PLAIN ${token}`, 'MAIL FROM:<a@b.example>', 'RCPT TO:<c@d.example>'],
      codes: { AUTH: 503, STARTTLS: 503, MAIL: 503, RCPT: 250, DATA: 354 },
    },
  ])('requires the right order of commands $stage', ({ tls = true, lines, codes }) => {
    const commands = {
      AUTH: `AUTH PLAIN ${token}`,
      STARTTLS: 'STARTTLS',
      MAIL: 'MAIL FROM:<a@b.example>',
      RCPT: 'RCPT TO:<c@d.example>',
      DATA: 'DATA',
    };
    const found = Object.fromEntries(
      Object.entries(commands).map(([verb, line]) => {
        const talk = dialogue({ tls });
        for (const earlier of lines) talk.say(earlier);
        return [verb, Number(talk.say(line).slice(0, 3))];
      }),
    );
    expect(found).toEqual(codes);
  });

  test('allows MAIL without AUTH on a listener that requires and offers no authentication', () => {
    const talk = dialogue({ listener: inbound, tls: false });
    expect(talk.say('EHLO me')).not.toContain('AUTH');
    expect(talk.say(`AUTH PLAIN ${token}`)).toMatch(/^502 5\.5\.1/);
    expect(talk.say('MAIL FROM:<>')).toMatch(/^250/);
    expect(talk.asked.at(-1)).toMatchObject({ about: 'sender', sender: { path: '' } });
  });

  test('keeps its state after a refusal by the policy', () => {
    const talk = signedIn({ answers: { sender: 550 } });
    expect(talk.say('MAIL FROM:<a@b.example>')).toMatch(/^550/);
    expect(talk.say('RCPT TO:<c@d.example>')).toMatch(/^503 5\.5\.1/);
  });

  test('does not authenticate a client with wrong credentials', () => {
    const talk = signedIn({ answers: { credentials: 535 } });
    expect(talk.say('MAIL FROM:<a@b.example>')).toMatch(/^530 5\.7\.0/);
  });

  test('ends after a 421 from the policy', () => {
    const talk = signedIn({ answers: { credentials: 421 } });
    expect(talk.next()).toBe('close');
  });

  test('resets the transaction after RSET, EHLO and a message', () => {
    for (const end of ['RSET', 'EHLO me', 'HELO me']) {
      const talk = signedIn();
      talk.say('MAIL FROM:<a@b.example>');
      talk.say('RCPT TO:<c@d.example>');
      expect(talk.say(end)).toMatch(/^250/);
      expect(talk.say('DATA')).toMatch(/^503/);
      expect(talk.say('MAIL FROM:<a@b.example>')).toMatch(/^250/);
    }
  });

  test('allows another message after the first', () => {
    const talk = signedIn();
    for (let round = 0; round < 2; round += 1) {
      talk.say('MAIL FROM:<a@b.example>');
      talk.say('RCPT TO:<c@d.example>');
      expect(talk.say('DATA')).toMatch(/^354 /);
      expect(talk.next()).toBe('read message');
      expect(talk.take({ kind: 'message', message: { header: '', body: '' } })).toMatch(/^250/);
    }
    expect(talk.asked.filter(({ about }) => about === 'message')).toHaveLength(2);
  });

  test('ends the connection after a hundred refused recipients', () => {
    const talk = dialogue({ answers: { recipient: 550 } });
    talk.say('EHLO me.example');
    talk.say(`AUTH PLAIN ${btoa('\0me\0token')}`);
    talk.say('MAIL FROM:<a@b.example>');
    for (let n = 0; n < 100; n += 1) {
      expect(talk.say(`RCPT TO:<c${n}@d.example>`)).toMatch(/^550/);
      expect(talk.next()).toBeNull();
    }
    expect(talk.say('RCPT TO:<once-more@d.example>')).toMatch(/^421 4\.7\.0/);
    expect(talk.next()).toBe('close');
  });

  test('leaves no transaction after a rejected message', () => {
    const talk = signedIn();
    talk.say('MAIL FROM:<a@b.example>');
    talk.say('RCPT TO:<c@d.example>');
    talk.say('DATA');
    expect(talk.take({ kind: 'unfit', fault: 'long line' })).toMatch(/^554 5\.6\.0/);
    expect(talk.next()).toBeNull();
    expect(talk.say('DATA')).toMatch(/^503/);
  });

  test.each(['unfit', 'lost'] as const)('ends after a lone CR or LF (%s)', (kind) => {
    const talk = signedIn();
    talk.say('MAIL FROM:<a@b.example>');
    talk.say('RCPT TO:<c@d.example>');
    talk.say('DATA');
    expect(talk.take({ kind, fault: 'bare' })).toMatch(/^554[ -]5\.6\.0/);
    expect(talk.next()).toBe('close');
  });

  test('does not treat data after a refused DATA as commands', () => {
    const talk = signedIn();
    talk.say('MAIL FROM:<a@b.example>');
    expect(talk.say('DATA', true)).toMatch(/^554 5\.5\.1/);
    expect(talk.next()).toBe('close');
  });

  test('does not read plaintext after STARTTLS', () => {
    const talk = dialogue({ tls: false });
    talk.say('EHLO me');
    expect(talk.say('STARTTLS', true)).toMatch(/^421/);
    expect(talk.next()).toBe('close');
  });
});

describe('the EHLO response', () => {
  test('lists STARTTLS in plaintext and AUTH within TLS', () => {
    const common = [
      '250-mail.posthouse.example',
      '250-PIPELINING',
      '250-SIZE 1000',
      '250-8BITMIME',
      '250-SMTPUTF8',
      '250-DSN',
      '250-ENHANCEDSTATUSCODES',
      '250-LIMITS RCPTMAX=2',
    ];
    expect(dialogue({ tls: false }).say('EHLO me').split('\r\n')).toEqual([...common, '250 STARTTLS']);
    expect(dialogue().say('EHLO me').split('\r\n')).toEqual([...common, '250 AUTH PLAIN LOGIN']);
    expect(dialogue().say('HELO me')).toBe('250 mail.posthouse.example');
  });

  test('is refused to a client without a name', () => {
    for (const line of ['EHLO', 'EHLO ', 'HELO', 'EHLO a b', `EHLO ${'x'.repeat(256)}`]) {
      expect(dialogue().say(line)).toMatch(/^501 5\.5\.4/);
    }
  });
});

describe('AUTH', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  test('accepts PLAIN with an initial or a later response', () => {
    const credentials = { user: 'me', password: 'secret' };
    const atOnce = dialogue();
    atOnce.say('EHLO me');
    expect(atOnce.say(`auth plain ${token}`)).toMatch(/^235/);
    expect(atOnce.asked).toEqual([{ about: 'credentials', credentials }]);
    const later = dialogue();
    later.say('EHLO me');
    expect(later.say('AUTH PLAIN')).toBe('334');
    expect(later.say(token)).toMatch(/^235/);
    expect(later.asked).toEqual([{ about: 'credentials', credentials }]);
  });

  test('accepts LOGIN with an initial or a later user name', () => {
    for (const lines of [['AUTH LOGIN', base64('me')], [`AUTH LOGIN ${base64('me')}`]]) {
      const talk = dialogue();
      talk.say('EHLO me');
      expect(lines.map((line) => talk.say(line)).at(-1)).toBe('334 UGFzc3dvcmQ6');
      expect(talk.say(base64('secret'))).toMatch(/^235/);
      expect(talk.asked).toEqual([{ about: 'credentials', credentials: { user: 'me', password: 'secret' } }]);
    }
  });

  test.each([
    { lines: ['AUTH PLAIN', '*'], code: '501 5.7.0' },
    { lines: ['AUTH PLAIN', 'not base64'], code: '501 5.5.2' },
    { lines: ['AUTH PLAIN AAA'], code: '501 5.5.2' },
    { lines: ['AUTH PLAIN ='], code: '501 5.5.2' },
    { lines: [`AUTH PLAIN ${base64('a\0b\0c\0d')}`], code: '501 5.5.2' },
    { lines: ['AUTH LOGIN', 'bWU=', '*'], code: '501 5.7.0' },
    { lines: ['AUTH CRAM-MD5'], code: '504 5.5.4' },
    { lines: ['AUTH'], code: '504 5.5.4' },
    { lines: [`AUTH PLAIN ${token} more`], code: '501 5.5.2' },
  ])('rejects the dialogue $lines', ({ lines, code }) => {
    const talk = dialogue();
    talk.say('EHLO me');
    expect(lines.map((line) => talk.say(line)).at(-1)).toMatch(
      new RegExp(`^${code.replaceAll('.', '\\.')} `),
    );
    expect(talk.asked).toEqual([]);
    expect(talk.say('NOOP')).toMatch(/^250/);
  });
});

describe('MAIL and RCPT', () => {
  test('have their parameters parsed', () => {
    const talk = signedIn();
    talk.say('mail from:<a@b.example> size=500 BODY=8bitmime SMTPUTF8 RET=hdrs ENVID=QQ+3D1 AUTH=<>');
    expect(talk.asked.at(-1)).toEqual({
      about: 'sender',
      sender: {
        path: 'a@b.example',
        size: 500,
        body: '8BITMIME',
        smtpUtf8: true,
        returned: 'HDRS',
        envelopeId: 'QQ=1',
      },
    });
    talk.say('RCPT TO:<c@d.example> NOTIFY=delay,FAILURE ORCPT=rfc822;C+2Bx@d.example');
    expect(talk.asked.at(-1)).toMatchObject({
      recipient: { path: 'c@d.example', notify: ['FAILURE', 'DELAY'], originalRecipient: 'C+x@d.example' },
    });
  });

  test('end a path at its own bracket and decode UTF-8', () => {
    const talk = signedIn();
    talk.say('MAIL FROM: <"a > b"@c.example>');
    expect(talk.asked.at(-1)).toMatchObject({ sender: { path: '"a > b"@c.example' } });
    talk.say(`RCPT TO:<${Buffer.from('jürgen@bücher.example').toString('latin1')}>`);
    expect(talk.asked.at(-1)).toMatchObject({ recipient: { path: 'jürgen@bücher.example' } });
  });

  test.each([
    ['MAIL', 501],
    ['MAIL FROM:a@b.example', 501],
    ['MAIL FROM:<a@b.example', 501],
    ['MAIL FROM:<a@b.example>SIZE=1', 501],
    ['MAIL TO:<a@b.example>', 501],
    ['MAIL FROM:<a@b.example> SIZE=-1', 501],
    ['MAIL FROM:<a@b.example> SIZE=1 SIZE=1', 501],
    ['MAIL FROM:<a@b.example> BODY=BINARYMIME', 501],
    ['MAIL FROM:<a@b.example> SMTPUTF8=yes', 501],
    ['MAIL FROM:<a@b.example> RET=ALL', 501],
    ['MAIL FROM:<a@b.example> ENVID=', 501],
    ['MAIL FROM:<a@b.example> ENVID=a+0Ab', 501],
    ['MAIL FROM:<a@b.example> AUTH=a=b', 501],
    ['MAIL FROM:<a@b.example> NOTIFY=NEVER', 555],
    ['MAIL FROM:<a@b.example> XYZ', 555],
    ['MAIL FROM:<a@b.example> constructor=1', 555],
    ['MAIL FROM:<a@b.example> SIZE=1001', 552],
    ['MAIL FROM:<a@b.example> SIZE=1000', 250],
  ])('get a reply: %s -> %i', (line, code) => {
    expect(Number(signedIn().say(line).slice(0, 3))).toBe(code);
  });

  test.each([
    ['RCPT', 501],
    ['RCPT TO:c@d.example', 501],
    ['RCPT TO:<c@d.example> NOTIFY=NEVER,DELAY', 501],
    ['RCPT TO:<c@d.example> NOTIFY=', 501],
    ['RCPT TO:<c@d.example> NOTIFY=DELAY,DELAY', 501],
    ['RCPT TO:<c@d.example> ORCPT=unknown', 501],
    ['RCPT TO:<c@d.example> SIZE=1', 555],
    ['RCPT TO:<c@d.example> NOTIFY=NEVER', 250],
  ])('get a reply: %s -> %i', (line, code) => {
    const talk = signedIn();
    talk.say('MAIL FROM:<a@b.example>');
    expect(Number(talk.say(line).slice(0, 3))).toBe(code);
  });

  test('defer a recipient beyond the limit and keep the others', () => {
    const talk = signedIn();
    talk.say('MAIL FROM:<a@b.example>');
    for (const local of ['c', 'd']) expect(talk.say(`RCPT TO:<${local}@d.example>`)).toMatch(/^250/);
    expect(talk.say('RCPT TO:<e@d.example>')).toMatch(/^452 4\.5\.3 /);
    expect(talk.say('DATA')).toMatch(/^354/);
  });
});

describe('any other command', () => {
  test.each([
    ['NOOP', '250 2.0.0'],
    ['NOOP with words', '250 2.0.0'],
    ['noop', '250 2.0.0'],
    ['RSET', '250 2.0.0'],
    ['RSET now', '501 5.5.4'],
    ['DATA now', '503 5.5.1'],
    ['VRFY user', '252 2.1.5'],
    ['VRFY', '501 5.5.4'],
    ['EXPN list', '502 5.5.1'],
    ['HELP', '214 2.0.0'],
    ['QUIT', '221 2.0.0'],
    ['QUIT now', '501 5.5.4'],
    ['XYZ', '500 5.5.1'],
    ['', '500 5.5.1'],
    ['toString', '500 5.5.1'],
    ['NOOP \0', '500 5.5.2'],
    [`NOOP ${'x'.repeat(506)}`, '500 5.5.2'],
    [`NOOP ${'x'.repeat(505)}`, '250 2.0.0'],
  ])('gets a reply: %j -> %s', (line, start) => {
    expect(signedIn().say(line)).toMatch(new RegExp(`^${start.replaceAll('.', '\\.')} `));
  });

  test('ends the connection if it is BDAT or HTTP, because the following data are not commands', () => {
    for (const line of ['BDAT 10 LAST', 'GET / HTTP/1.1', 'POST / HTTP/1.1']) {
      const talk = signedIn();
      expect(talk.say(line)).toMatch(/^(502|421) /);
      expect(talk.next()).toBe('close');
    }
  });

  test('ends the connection after too many errors', () => {
    const talk = signedIn();
    for (let count = 0; count < faultsMax; count += 1) expect(talk.say('XYZ')).toMatch(/^500/);
    expect(talk.say('XYZ')).toMatch(/^421 4\.7\.0/);
    expect(talk.next()).toBe('close');
  });

  test('gets a reply with an enhanced status of the same class', () => {
    for (const { code, enhanced } of Object.values(replies)) {
      if (code >= 300 && code < 400) expect(enhanced).toBeNull();
      else expect(enhanced).toMatch(new RegExp(`^${String(code)[0]}\\.\\d\\.\\d+$`));
    }
  });

  test('gets a reply without characters that could end its line', () => {
    expect(writeReply(reply(250, null, 'a\r\n250 b…'))).toBe('250 a??250 b?\r\n');
    expect(writeReply(reply(250, null, 'x'.repeat(2_000))).length).toBeLessThanOrEqual(512);
  });
});
