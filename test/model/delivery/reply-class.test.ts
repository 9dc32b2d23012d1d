import { describe, expect, test } from 'vitest';
import {
  classifyFault,
  classifyReply,
  giveUp,
  type ReplyClass,
  type Stage,
} from '../../../src/model/delivery/reply-class.ts';

const stages: readonly Stage[] = ['connect', 'greeting', 'auth', 'mail', 'rcpt', 'data', 'final'];

/** Classifies a reply like `550 5.1.1 text`; a status in the text is found there. */
function reply(stage: Stage, line: string): ReplyClass {
  return classifyReply({ stage, code: Number(line.slice(0, 3)), text: line.slice(4) });
}

/** Formats a classification as `class kind hardness suppresses`, without missing parts. */
function said({ class: outcome, kind, hardness, suppresses }: ReplyClass): string {
  return [outcome, kind, hardness, suppresses].filter(Boolean).join(' ');
}

describe('an SMTP reply', () => {
  test.each<[Stage, string, string]>([
    ['final', '250 2.0.0 Ok: queued as 4711', 'delivered'],
    ['final', '250 OK', 'delivered'],

    // The mailbox does not exist, so it is never tried again.
    [
      'rcpt',
      '550 5.1.1 <marble@acme.io>: Recipient address rejected: User unknown',
      'bounced mailbox hard now',
    ],
    [
      'rcpt',
      '550-5.1.1 The email account that you tried to reach does not exist.',
      'bounced mailbox hard now',
    ],
    ['rcpt', '550 5.1.2 Bad destination system', 'bounced mailbox hard now'],
    ['rcpt', '553 5.1.3 Bad address syntax', 'bounced mailbox hard now'],
    ['rcpt', '551 5.1.6 Mailbox has moved', 'bounced mailbox hard now'],
    ['rcpt', '556 5.1.10 Recipient address has null MX', 'bounced mailbox hard now'],
    ['rcpt', '556 Domain does not accept mail', 'bounced mailbox hard now'],
    ['rcpt', '550 5.2.1 Mailbox disabled', 'bounced mailbox hard now'],
    ['rcpt', '550 5.4.1 Recipient address rejected: Access denied.', 'bounced mailbox hard now'],
    ['rcpt', '550 No such user here', 'bounced mailbox hard now'],
    ['rcpt', '550 User unknown', 'bounced mailbox hard now'],
    ['rcpt', '550 <spam-lover@acme.io> user unknown', 'bounced mailbox hard now'],
    ['rcpt', '550 marble@acme.io: unknown recipient', 'bounced mailbox hard now'],
    ['rcpt', '550 5.5.0 (mailbox not found)', 'bounced mailbox hard now'],
    ['final', '550 5.1.1 unknown', 'bounced mailbox hard now'],
    ['data', '550 5.1.1 unknown', 'bounced mailbox hard now'],

    // The mailbox exists but cannot accept the mail.
    ['rcpt', '552 5.2.2 Mailbox full', 'bounced full soft streak'],
    ['final', '552 5.2.2 Mailbox full', 'bounced full soft streak'],
    ['rcpt', '550 Mailbox is full', 'bounced full soft streak'],
    ['rcpt', '552 Requested mail action aborted', 'bounced full soft streak'],
    ['rcpt', '550 5.2.0 Mailbox trouble', 'bounced mailbox soft streak'],
    ['mail', '552 5.3.4 Message size exceeds fixed limit', 'bounced size soft never'],
    ['final', '552 5.3.4 Message too big', 'bounced size soft never'],
    ['final', '554 message too large', 'bounced size soft never'],
    ['final', '552 5.2.3 too long for this mailbox', 'bounced size soft never'],

    // The server rejects this sender, which is not the recipient's fault.
    ['rcpt', '550 5.7.1 Access denied', 'bounced policy soft never'],
    ['rcpt', '554 5.7.1 Relay access denied', 'bounced policy soft never'],
    ['final', '550 5.7.26 Unauthenticated email is not accepted', 'bounced policy soft never'],
    ['final', '550 5.7.515 Access denied', 'bounced policy soft never'],
    ['final', '554 Message rejected as spam', 'bounced policy soft never'],
    ['rcpt', '550 Blocked: user unknown to our policy', 'bounced policy soft never'],
    [
      'rcpt',
      '554 Service unavailable; Client host [192.0.2.1] blocked using zen',
      'bounced policy soft never',
    ],
    ['rcpt', '550 (RBL) listed', 'bounced policy soft never'],
    ['greeting', '554 5.7.1 Your address is listed', 'bounced policy soft never'],
    ['greeting', '554 blocked', 'bounced policy soft never'],
    ['greeting', '554 No SMTP service here', 'bounced connection soft never'],
    ['connect', '521 Host does not accept mail', 'bounced connection soft never'],
    ['mail', '550 5.1.1 User unknown', 'bounced sender soft never'],
    ['mail', '553 5.7.1 Sender not owned', 'bounced policy soft never'],
    ['mail', '550 Bad return path', 'bounced sender soft never'],
    ['rcpt', '550 5.1.8 Sender domain not found', 'bounced sender soft never'],
    ['rcpt', '550 Sender domain does not exist', 'bounced sender soft never'],
    ['final', '554 5.6.0 Message could not be read', 'bounced content soft never'],
    ['data', '503 5.5.1 Bad sequence', 'bounced protocol soft never'],

    // Unknown, so never a reason to suppress an address.
    ['rcpt', '550 No', 'bounced unknown soft streak'],
    ['rcpt', '550 Requested action not taken: mailbox unavailable', 'bounced unknown soft streak'],
    ['final', '554 Transaction failed', 'bounced unknown soft never'],

    // The operator's relay rejects the login.
    ['auth', '535 5.7.8 Authentication credentials invalid', 'deferred auth'],
    ['auth', '535 bad', 'deferred auth'],
    ['auth', '454 4.7.0 Temporary authentication failure', 'deferred auth'],
    ['mail', '530 5.7.0 Authentication required', 'deferred auth'],
    ['rcpt', '530 5.7.1 Authentication required', 'deferred auth'],
    ['mail', '550 5.7.8 Log in first', 'deferred auth'],

    // Temporary failures.
    ['rcpt', '450 4.2.0 Greylisted, come back in 300 seconds', 'deferred greylist'],
    ['rcpt', '451 4.7.1 Greylisting in action', 'deferred greylist'],
    ['rcpt', '450 4.1.1 User unknown for now', 'deferred mailbox'],
    ['rcpt', '452 4.2.2 Over quota', 'deferred full'],
    ['rcpt', '452 4.5.3 Too many recipients', 'deferred throttle'],
    ['rcpt', '552 5.5.3 Too many recipients', 'deferred throttle'],
    ['rcpt', '552 too many recipients', 'deferred throttle'],
    ['mail', '421 4.7.28 Unusual rate of mail', 'deferred throttle'],
    ['mail', '421 4.7.0 Try again', 'deferred policy'],
    ['greeting', '421 Too busy', 'deferred connection'],
    ['final', '451 Local error', 'deferred system'],
    ['final', '450 4.3.1 Disk full', 'deferred system'],

    // The dialogue is out of step.
    ['data', '250 what?', 'deferred protocol'],
    ['final', '354 go on', 'deferred protocol'],
    ['rcpt', '999 hello', 'deferred protocol'],
  ])('at the stage %s is classified: %s', (stage, line, meaning) => {
    expect(said(reply(stage, line))).toBe(meaning);
  });

  test('has its status recorded from the status field or the text', () => {
    expect(classifyReply({ stage: 'rcpt', code: 550, enhanced: '5.1.1', text: 'no' }).enhanced).toBe('5.1.1');
    expect(reply('rcpt', '550 5.7.1 no').enhanced).toBe('5.7.1');
    expect(reply('rcpt', '550 no 5.1.1')).not.toHaveProperty('enhanced');
    expect(reply('rcpt', '550 5.1.1.1 no')).not.toHaveProperty('enhanced');
  });
});

describe('for every stage, code and status,', () => {
  const statuses: string[] = [];
  for (let subject = 0; subject <= 8; subject++) {
    for (let detail = 0; detail <= 11; detail++) statuses.push(`${subject}.${detail}`);
  }
  const texts = ['', 'user unknown', 'mailbox full', 'blocked as spam', 'greylisted'];

  test('a 4yz reply is retried, and a 5yz reply is final unless it concerns the login or the number of recipients', () => {
    for (const stage of stages) {
      for (const code of [400, 421, 450, 451, 452, 454, 499]) {
        for (const status of statuses) {
          for (const text of texts) {
            const enhanced = `4.${status}`;
            expect(classifyReply({ stage, code, enhanced, text }).class).toBe('deferred');
          }
        }
      }
      for (const code of [500, 501, 521, 530, 535, 550, 551, 552, 553, 554, 556, 571]) {
        for (const status of statuses) {
          for (const text of texts) {
            const { class: outcome, kind } = classifyReply({ stage, code, enhanced: `5.${status}`, text });
            if (outcome !== 'bounced')
              expect([outcome, ['auth', 'throttle'].includes(kind ?? '')]).toEqual(['deferred', true]);
          }
        }
      }
    }
  });

  test('an address is suppressed only after a hard bounce of the mailbox at RCPT or later', () => {
    let suppressing = 0;
    for (const stage of stages) {
      for (const code of [421, 450, 454, 500, 521, 530, 535, 550, 552, 553, 554, 556]) {
        for (const status of statuses) {
          for (const text of texts) {
            const meaning = classifyReply({ stage, code, enhanced: `5.${status}`, text });
            const now = meaning.suppresses === 'now';
            if (now) suppressing++;
            const sound =
              now === (meaning.hardness === 'hard') &&
              (!now || (meaning.kind === 'mailbox' && ['rcpt', 'data', 'final'].includes(stage))) &&
              (!now || !status.startsWith('7.')) &&
              (meaning.class === 'bounced') === (meaning.suppresses !== undefined);
            if (!sound) expect({ stage, code, status, text, meaning }).toBe('never');
          }
        }
      }
    }
    expect(suppressing).toBeGreaterThan(100);
  });
});

describe('a dialogue that ends without a reply', () => {
  test('is retried', () => {
    for (const fault of ['dns', 'refused', 'unreachable', 'timeout', 'closed', 'tls', 'protocol'] as const) {
      expect(classifyFault(fault).class).toBe('deferred');
    }
  });

  test('is final if the domain does not exist or accepts no mail', () => {
    expect(classifyFault('domain_not_found')).toEqual({
      class: 'bounced',
      kind: 'mailbox',
      hardness: 'hard',
      suppresses: 'streak',
      enhanced: '5.1.2',
    });
    expect(classifyFault('null_mx')).toMatchObject({ hardness: 'hard', enhanced: '5.1.10' });
  });
});

describe('a mail that is given up', () => {
  test('is a soft bounce that counts against the address only if the address or its servers were the reason', () => {
    expect(giveUp(reply('rcpt', '452 4.2.2 Over quota'))).toEqual({
      class: 'bounced',
      kind: 'full',
      hardness: 'soft',
      suppresses: 'streak',
      enhanced: '4.2.2',
    });
    expect(giveUp(classifyFault('timeout'))).toEqual({
      class: 'bounced',
      kind: 'connection',
      hardness: 'soft',
      suppresses: 'streak',
      enhanced: '4.4.7',
    });
    expect(giveUp(classifyFault('tls'), false)).toMatchObject({ kind: 'connection', suppresses: 'never' });
    expect(giveUp(reply('auth', '535 5.7.8 no'))).toMatchObject({ kind: 'auth', suppresses: 'never' });
  });
});
