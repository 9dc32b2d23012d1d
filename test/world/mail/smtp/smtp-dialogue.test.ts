import { describe, expect, test } from 'vitest';
import type { DialogueOutcome, WireMessage } from '../../../../src/world/mail/mail.ts';
import { type Capabilities, noCapabilities } from '../../../../src/world/mail/smtp/smtp-capabilities.ts';
import type { Dialogue, Move } from '../../../../src/world/mail/smtp/smtp-dialogue.ts';
import { Opening, type OpeningTerms } from '../../../../src/world/mail/smtp/smtp-opening.ts';
import { readRelayUrl } from '../../../../src/world/mail/smtp/smtp-server.ts';
import {
  blockOctets,
  Transaction,
  unfitFor,
  xtext,
} from '../../../../src/world/mail/smtp/smtp-transaction.ts';

const by = 'mx.test:25';

function wire(changes: Partial<WireMessage> = {}): WireMessage {
  return {
    envelopeFrom: 'a@acme.example',
    to: 'b@reader.example',
    bytes: Buffer.from('Subject: x\r\n\r\n.x\r\n'),
    eightBit: false,
    utf8: false,
    envelopeId: null,
    ...changes,
  };
}

/**
 * Plays a dialogue: takes replies, returns the lines in between and the result. ` and more` means that more
 * octets are waiting.
 */
function play<End>(dialogue: Dialogue<End>, replies: readonly string[]): { said: string[]; move: Move<End> } {
  const said: string[] = [];
  const note = (move: Move<End>): Move<End> => {
    if (move.next === 'secure') {
      said.push('(TLS)');
      return note(dialogue.secured());
    }
    if (move.next === 'write') {
      const content = move.message === null ? '' : `[${move.message.dotted ? 'dotted' : 'as it is'}]`;
      said.push(move.text.replaceAll('\r\n', '|') + content);
      if (move.message !== null) dialogue.written();
    }
    return move;
  };
  let move = note(dialogue.begin());
  for (const text of replies) {
    expect(move.next, `before ${text}`).not.toBe('end');
    const more = text.endsWith(' and more');
    const lines = text.replace(/ and more$/, '').split('|');
    move = note(dialogue.take({ code: Number(text.slice(0, 3)), lines }, more));
  }
  return { said, move };
}

const everything: Capabilities = {
  pipelining: true,
  chunking: true,
  size: true,
  sizeMax: null,
  eightBitMime: true,
  smtpUtf8: true,
  dsn: true,
  startTls: false,
  auth: [],
};

function transaction(
  offered: Partial<Capabilities> = {},
  message: WireMessage = wire(),
  recentlyHeard = true,
): Transaction {
  const capabilities = { ...noCapabilities, ...offered };
  return new Transaction({ by, tls: null, capabilities, message, recentlyHeard });
}

const accepted = (reply: string): DialogueOutcome => ({ kind: 'accepted', by, reply, tls: null });

describe('sending a message', () => {
  test('takes one step at a time without extensions', () => {
    const { said, move } = play(transaction(), ['250 ok', '250 ok', '354 go', '250 taken']);
    expect(said).toEqual(['MAIL FROM:<a@acme.example>|', 'RCPT TO:<b@reader.example>|', 'DATA|', '[dotted]']);
    expect(move).toEqual({ next: 'end', end: accepted('250 taken'), afterwards: 'keep' });
  });

  test('takes two writes with PIPELINING', () => {
    const { said, move } = play(transaction({ pipelining: true }), [
      '250 ok',
      '251 ok',
      '354 go',
      '250 taken',
    ]);
    expect(said).toEqual(['MAIL FROM:<a@acme.example>|RCPT TO:<b@reader.example>|DATA|', '[dotted]']);
    expect(move).toMatchObject({ end: accepted('250 taken'), afterwards: 'keep' });
  });

  test('takes one write with PIPELINING and CHUNKING', () => {
    const { said, move } = play(transaction({ pipelining: true, chunking: true }), [
      '250 a',
      '250 b',
      '250 c',
    ]);
    expect(said).toEqual(['MAIL FROM:<a@acme.example>|RCPT TO:<b@reader.example>|BDAT 18 LAST|[as it is]']);
    expect(move).toMatchObject({ end: accepted('250 c'), afterwards: 'keep' });
  });

  test('sends one chunk after the envelope with CHUNKING alone', () => {
    const { said } = play(transaction({ chunking: true }), ['250 a', '250 b', '250 c']);
    expect(said).toEqual([
      'MAIL FROM:<a@acme.example>|',
      'RCPT TO:<b@reader.example>|',
      'BDAT 18 LAST|[as it is]',
    ]);
  });

  test.each([
    ['is large', wire({ bytes: Buffer.alloc(blockOctets + 1, 'x') }), true, 'BDAT 65537 LAST|[as it is]'],
    ['is sent over an idle connection', wire(), false, 'BDAT 18 LAST|[as it is]'],
  ])("waits for the recipient's acceptance if the message %s", (_name, message, recentlyHeard, last) => {
    const chunking = transaction({ pipelining: true, chunking: true }, message, recentlyHeard);
    const { said } = play(chunking, ['250 a', '250 b', '250 c']);
    expect(said).toEqual(['MAIL FROM:<a@acme.example>|RCPT TO:<b@reader.example>|', last]);
  });

  test.each([
    ['nothing', {}, wire({ envelopeId: 'eml_1' }), '', ''],
    ['SIZE', { size: true }, wire(), ' SIZE=18', ''],
    ['8BITMIME, for 7 bits', { eightBitMime: true }, wire(), '', ''],
    ['8BITMIME', { eightBitMime: true }, wire({ eightBit: true }), ' BODY=8BITMIME', ''],
    ['SMTPUTF8, for ASCII', { smtpUtf8: true }, wire(), '', ''],
    ['SMTPUTF8', { smtpUtf8: true }, wire({ utf8: true }), ' SMTPUTF8', ''],
    ['DSN, for a message without an id', { dsn: true }, wire(), '', ''],
    [
      'DSN',
      { dsn: true },
      wire({ envelopeId: 'eml+1=é', to: 'b+c=d@reader.example' }),
      ' RET=HDRS ENVID=eml+2B1+3D+C3+A9',
      ' ORCPT=rfc822;b+2Bc+3Dd@reader.example',
    ],
    [
      'DSN, for a long id',
      { dsn: true },
      wire({ envelopeId: 'x'.repeat(101) }),
      ' RET=HDRS',
      ' ORCPT=rfc822;b@reader.example',
    ],
    [
      'everything',
      { ...everything, pipelining: false },
      wire({ eightBit: true, utf8: true, envelopeId: 'eml_1' }),
      ' SIZE=18 BODY=8BITMIME SMTPUTF8 RET=HDRS ENVID=eml_1',
      '',
    ],
  ])('uses only the extensions that it needs: %s', (_name, offered, message, ofMail, ofRcpt) => {
    const { said } = play(transaction(offered, message), ['250 ok']);
    expect(said).toEqual([`MAIL FROM:<a@acme.example>${ofMail}|`, `RCPT TO:<${message.to}>${ofRcpt}|`]);
  });

  test('without a sender uses the null sender', () => {
    expect(play(transaction({}, wire({ envelopeFrom: '' })), []).said).toEqual(['MAIL FROM:<>|']);
  });
});

test('xtext escapes everything that could end a parameter (RFC 3461 section 4)', () => {
  expect(xtext('eml_01abc.DEF')).toBe('eml_01abc.DEF');
  expect(xtext('a b\r\n+=\u007f')).toBe('a+20b+0D+0A+2B+3D+7F');
});

describe("a message beyond the server's announced limits", () => {
  const offered = { ...everything, sizeMax: 18 };

  test.each([
    ['fits exactly', offered, wire(), null],
    ['is one octet too large', { ...offered, sizeMax: 17 }, wire(), { code: 552, enhanced: '5.3.4' }],
    [
      'has 8 bits',
      { ...offered, eightBitMime: false },
      wire({ eightBit: true }),
      { code: 554, enhanced: '5.6.3' },
    ],
    [
      'has UTF-8 in its header',
      { ...offered, smtpUtf8: false },
      wire({ utf8: true }),
      { code: 553, enhanced: '5.6.7' },
    ],
    [
      'has both, which 7 bits do not mend',
      noCapabilities,
      wire({ utf8: true, eightBit: true }),
      { enhanced: '5.6.7' },
    ],
  ])('is refused locally because it %s', (_name, capabilities, message, refused) => {
    const unfit = unfitFor(capabilities, message);
    if (refused === null) expect(unfit).toBeNull();
    else expect(unfit).toMatchObject({ kind: 'refused', by: 'posthouse', stage: 'mail', ...refused });
  });
});

describe('a refusal', () => {
  const one = {};
  const two = { pipelining: true };
  const bdat = { pipelining: true, chunking: true };

  test.each([
    // One step at a time: nothing more is sent after a refusal.
    [one, ['550 5.1.8 no'], 'mail', 550, 'keep'],
    [one, ['250 ok', '450 4.2.1 later'], 'rcpt', 450, 'reset'],
    [one, ['250 ok', '250 ok', '554 no'], 'data', 554, 'reset'],
    [one, ['250 ok', '250 ok', '354 go', '554 spam'], 'final', 554, 'keep'],
    // Three at once: all replies are read, and the first refusal counts.
    [two, ['550 5.1.8 no', '503 MAIL first', '503 MAIL first'], 'mail', 550, 'keep'],
    [two, ['250 ok', '550 5.1.1 who', '554 no recipients'], 'rcpt', 550, 'reset'],
    [two, ['250 ok', '550 5.1.1 who', '354 go', '554 no recipients'], 'rcpt', 550, 'keep'],
    [two, ['250 ok', '550 5.1.1 who', '354 go', '250 took nothing'], 'rcpt', 550, 'keep'],
    [two, ['250 ok', '250 ok', '451 later'], 'data', 451, 'reset'],
    [two, ['250 ok', '250 ok', '354 go', '452 full'], 'final', 452, 'keep'],
    // With BDAT the message has been sent already; RSET must come next (RFC 3030 section 2).
    [bdat, ['550 5.1.8 no', '503 MAIL first', '503 MAIL first'], 'mail', 550, 'reset'],
    [bdat, ['250 ok', '550 5.1.1 who', '554 no recipients'], 'rcpt', 550, 'reset'],
    [bdat, ['250 ok', '550 5.1.1 who', '250 took nothing'], 'rcpt', 550, 'reset'],
    [bdat, ['250 ok', '250 ok', '552 full'], 'final', 552, 'reset'],
    // The server hangs up (RFC 5321 section 3.8), so further replies are missing.
    [one, ['421 closing'], 'mail', 421, 'hang up'],
    [two, ['250 ok', '421 closing'], 'rcpt', 421, 'hang up'],
    [two, ['550 no', '421 closing'], 'mail', 550, 'hang up'],
    [bdat, ['250 ok', '250 ok', '421 closing'], 'final', 421, 'hang up'],
    // A refusal of the login counts as such at any stage.
    [one, ['530 5.7.0 sign in'], 'auth', 530, 'keep'],
    [two, ['250 ok', '538 encrypt', '503 no'], 'auth', 538, 'reset'],
    // Unknown codes count by their first digit.
    [one, ['599 odd'], 'mail', 599, 'keep'],
    [one, ['299 odd', '499 odd'], 'rcpt', 499, 'reset'],
  ])(
    'from a server with %j and the replies %j belongs to %s',
    (offered, replies, stage, code, afterwards) => {
      const { move } = play(transaction(offered), replies);
      expect(move).toMatchObject({ next: 'end', end: { kind: 'refused', by, stage, code }, afterwards });
    },
  );

  test('of the recipient is followed by an empty message if DATA was pipelined and got a 354', () => {
    const { said } = play(transaction(two), ['250 ok', '550 who', '354 go']);
    expect(said.at(-1)).toBe('.|');
  });

  test('stays valid if the connection breaks afterwards', () => {
    const dialogue = transaction(two);
    play(dialogue, ['250 ok', '550 5.1.1 who']);
    expect(dialogue.lost('gone')).toMatchObject({ kind: 'refused', stage: 'rcpt', code: 550 });
  });
});

describe('a lost connection', () => {
  test.each([
    [{}, [], 'mail'],
    [{}, ['250 ok'], 'rcpt'],
    [{}, ['250 ok', '250 ok'], 'data'],
    [{}, ['250 ok', '250 ok', '354 go'], 'final'],
    [{ pipelining: true }, [], 'mail'],
    [{ pipelining: true }, ['250 ok', '250 ok'], 'data'],
    [{ pipelining: true }, ['250 ok', '250 ok', '354 go'], 'final'],
    // The whole message has been sent, so a lost reply may have been an acceptance.
    [{ pipelining: true, chunking: true }, [], 'final'],
    [{ pipelining: true, chunking: true }, ['250 ok', '250 ok'], 'final'],
    [{ chunking: true }, ['250 ok'], 'rcpt'],
  ])('to a server with %j after the replies %j counts as lost at %s', (offered, replies, stage) => {
    const dialogue = transaction(offered);
    play(dialogue, replies);
    expect(dialogue.lost('gone')).toEqual({ kind: 'unreachable', by, stage, why: 'gone' });
  });

  test('mid-message means that the message was not received', () => {
    const dialogue = transaction();
    dialogue.begin();
    for (const code of [250, 250, 354]) dialogue.take({ code, lines: [`${code}`] }, false);
    expect(dialogue.point).toBe('block');
    expect(dialogue.lost('gone')).toMatchObject({ stage: 'data' });
    dialogue.written();
    expect(dialogue.point).toBe('final');
  });
});

describe('an impossible reply', () => {
  test.each([
    [{}, ['354 go'], 'mail'],
    [{}, ['250 ok', '354 go'], 'rcpt'],
    [{}, ['250 ok', '250 ok', '250 ok'], 'data'],
    [{}, ['250 ok', '250 ok', '354 go', '354 go'], 'final'],
    [{ pipelining: true }, ['250 ok', '250 ok', '250 ok'], 'data'],
    [{ pipelining: true, chunking: true }, ['354 go'], 'final'],
    // An extra reply shows that the previous reply belonged to another command.
    [{ pipelining: true, chunking: true }, ['250 ok', '250 ok', '250 ok and more'], 'final'],
  ])('from a server with %j and the replies %j ends the connection', (offered, replies, stage) => {
    const { move } = play(transaction(offered), replies);
    const why = 'its replies are out of step with what was asked';
    expect(move).toEqual({
      next: 'end',
      end: { kind: 'unreachable', by, stage, why },
      afterwards: 'hang up',
    });
  });

  test('mid-message ends the connection, unless it is a refusal', () => {
    for (const [code, end] of [
      [250, { kind: 'unreachable', stage: 'data' }],
      [552, { kind: 'refused', stage: 'data', code: 552 }],
    ] as const) {
      const dialogue = transaction();
      dialogue.begin();
      for (const code of [250, 250, 354]) dialogue.take({ code, lines: [`${code}`] }, false);
      const move = dialogue.take({ code, lines: [`${code}`] }, false);
      expect(move).toMatchObject({ next: 'end', end, afterwards: 'hang up' });
    }
  });
});

describe('opening a connection', () => {
  function opening(url: string, encrypted = false): Opening {
    const read = readRelayUrl(url);
    if ('fault' in read) throw new Error(read.fault);
    return new Opening({ server: read.server, ourName: 'us.example', encrypted } satisfies OpeningTerms);
  }
  const open = (url: string, ...replies: string[]) => play(opening(url), replies);
  const unreachable = (stage: string, why: RegExp) => ({
    end: { kind: 'unreachable', stage, why: expect.stringMatching(why) },
  });

  test('sends EHLO and reads the extensions', () => {
    const { said, move } = open('smtp://mx.test', '220 hi', '250-mx|250-PIPELINING|250 DSN');
    expect(said).toEqual(['EHLO us.example|']);
    expect(move).toEqual({
      next: 'end',
      end: { kind: 'opened', capabilities: { ...noCapabilities, pipelining: true, dsn: true } },
      afterwards: 'keep',
    });
  });

  test('falls back to HELO without extensions if EHLO is unknown', () => {
    const { said, move } = open(
      'smtp://mx.test',
      '220 hi',
      '502 what|550 PIPELINING',
      '250-mx|250 PIPELINING',
    );
    expect(said).toEqual(['EHLO us.example|', 'HELO us.example|']);
    expect(move).toMatchObject({ end: { kind: 'opened', capabilities: noCapabilities } });
  });

  test.each([
    [['554 5.7.1 go away']],
    [['421 4.3.2 busy']],
    [['220 hi', '421 busy']],
    [['220 hi', '451 not now']],
    [['220 hi', '500 what', '550 no']],
  ])('fails at the greeting with the replies %j', (replies) => {
    const code = Number(replies.at(-1)!.slice(0, 3));
    expect(open('smtp://mx.test', ...replies).move).toMatchObject({
      end: { kind: 'refused', stage: 'greeting', code },
      afterwards: 'quit',
    });
  });

  test.each([[['250 hi']], [['220 hi', '354 go']], [['220 hi', '502 what', '354 go']]])(
    'is aborted after the replies %j',
    (replies) => {
      expect(open('smtp://mx.test', ...replies).move).toMatchObject({
        end: { kind: 'unreachable', stage: 'greeting' },
        afterwards: 'hang up',
      });
    },
  );

  test('starts TLS and requests the extensions again', () => {
    const { said, move } = open(
      'smtp://mx.test',
      '220 hi',
      '250-mx|250-CHUNKING|250-AUTH PLAIN|250 STARTTLS',
      '220 go',
      '250-mx|250 PIPELINING',
    );
    expect(said).toEqual(['EHLO us.example|', 'STARTTLS|', '(TLS)', 'EHLO us.example|']);
    expect(move).toMatchObject({ end: { capabilities: { ...noCapabilities, pipelining: true } } });
  });

  test('ignores data that arrived with the reply to STARTTLS', () => {
    const { said, move } = open('smtp://mx.test', '220 hi', '250-mx|250 STARTTLS', '220 go and more');
    expect(said).not.toContain('(TLS)');
    expect(move).toMatchObject({ ...unreachable('tls', /plain text/), afterwards: 'hang up' });
  });

  test.each([
    ['?tls=required', ['250 mx'], /does not offer TLS/, 'quit'],
    ['?tls=required', ['500 what', '250 mx'], /does not offer TLS/, 'quit'],
    ['?tls=required', ['250-mx|250 STARTTLS', '454 4.7.0 not now'], /454 4.7.0 not now/, 'quit'],
    ['', ['250-mx|250 STARTTLS', '421 closing'], /421 closing/, 'quit'],
    ['', ['250-mx|250 STARTTLS', '250 ok'], /out of step/, 'hang up'],
  ])('stops with the setting %s and no TLS after %j', (query, replies, why, afterwards) => {
    const { move } = open(`smtp://mx.test${query}`, '220 hi', ...replies);
    expect(move).toMatchObject({ ...unreachable('tls', why), afterwards });
  });

  test('continues in plaintext if TLS is neither offered nor required', () => {
    const offered = '250-mx|250-DSN|250 STARTTLS';
    const opened = { end: { kind: 'opened', capabilities: { dsn: true } } };
    expect(open('smtp://mx.test', '220 hi', offered, '454 not now').move).toMatchObject(opened);
    expect(open('smtp://mx.test?tls=never', '220 hi', offered).move).toMatchObject(opened);
  });

  test('does not start TLS twice', () => {
    const { said } = play(opening('smtps://mx.test', true), ['220 hi', '250-mx|250 STARTTLS']);
    expect(said).toEqual(['EHLO us.example|']);
  });

  test.each([
    ['PLAIN', '', ['235 in'], ['AUTH PLAIN AHRpbQBwYTU1d29yZA==|']],
    [
      'LOGIN',
      '',
      ['334 VXNlcm5hbWU6', '334 UGFzc3dvcmQ6', '235 in'],
      ['AUTH LOGIN|', 'dGlt|', 'cGE1NXdvcmQ=|'],
    ],
    [
      'CRAM-MD5',
      '',
      ['334 PDE4OTYuNjk3MTcwOTUyQHBvc3RvZmZpY2UucmVzdG9uLm1jaS5uZXQ+', '235 in'],
      ['AUTH CRAM-MD5|', 'dGltIDgyM2I5ZGU3NDc2NDMyMjVlOGQ1MWU3YTNjMGM4ZmM3|'],
    ],
    [
      'PLAIN XOAUTH2',
      '?auth=xoauth2',
      ['235 in'],
      ['AUTH XOAUTH2 dXNlcj10aW0BYXV0aD1CZWFyZXIgcGE1NXdvcmQBAQ==|'],
    ],
  ])('authenticates when %s is offered%s', (offered, query, replies, lines) => {
    const dialogue = opening(`smtps://tim:pa55word@mx.test${query}`, true);
    const { said, move } = play(dialogue, ['220 hi', `250-mx|250 AUTH ${offered}`, ...replies]);
    expect(said.slice(1)).toEqual(lines);
    expect(move).toMatchObject({ end: { kind: 'opened' }, afterwards: 'keep' });
  });

  test.each([
    ['PLAIN', '', ['535 5.7.8 no'], 535],
    ['PLAIN', '', ['534 5.7.9 too weak'], 534],
    ['PLAIN', '', ['454 4.7.0 later'], 454],
    ['LOGIN', '', ['334 ', '535 5.7.8 no'], 535],
    // A rejected bearer token: an explanation in JSON first, then the refusal.
    ['XOAUTH2', '?auth=xoauth2', ['334 eyJzdGF0dXMiOiI0MDEifQ==', '535 5.7.8 no'], 535],
  ])(
    'fails at AUTH, not for the message, when %s is offered%s and the replies are %j',
    (offered, query, replies, code) => {
      const dialogue = opening(`smtps://tim:pa55word@mx.test${query}`, true);
      const { said, move } = play(dialogue, ['220 hi', `250-mx|250 AUTH ${offered}`, ...replies]);
      expect(move).toMatchObject({ end: { kind: 'refused', stage: 'auth', code }, afterwards: 'quit' });
      if (offered === 'XOAUTH2') expect(said.at(-1)).toBe('|');
    },
  );

  test.each([
    ['', '250 mx', [], /does not offer AUTH here/],
    ['', '250-mx|250 AUTH GSSAPI', [], /does not offer AUTH here/],
    ['?auth=login', '250-mx|250 AUTH PLAIN', [], /does not offer AUTH LOGIN here/],
    ['', '500 what', ['250 mx'], /does not offer AUTH here/],
    ['', '250-mx|250 AUTH PLAIN', ['334 '], /out of step/],
    ['', '250-mx|250 AUTH LOGIN', ['334 ', '334 ', '334 '], /out of step/],
    ['', '250-mx|250 AUTH PLAIN', ['354 go'], /out of step/],
  ])('%s stops if authentication is impossible (%s, %j)', (query, offered, replies, why) => {
    const dialogue = opening(`smtps://tim:pa55word@mx.test${query}`, true);
    expect(play(dialogue, ['220 hi', offered, ...replies]).move).toMatchObject(unreachable('auth', why));
  });

  test('reveals no password, even if the server repeats it', () => {
    const dialogue = opening('smtps://tim:pa55word@mx.test', true);
    const { move } = play(dialogue, [
      '220 hi',
      '250-mx|250 AUTH PLAIN',
      '501 5.5.2 cannot decode AHRpbQBwYTU1d29yZA== (tim, pa55word)',
    ]);
    expect(move).toMatchObject({ end: { reply: '501 5.5.2 cannot decode … (tim, …)' } });
  });
});
