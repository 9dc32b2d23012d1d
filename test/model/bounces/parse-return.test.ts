import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeReports } from '../../../src/model/bounces/delivery-report.ts';
import { readHeaderFields } from '../../../src/model/bounces/header-fields.ts';
import { feedbackWish, mayBeComplaint } from '../../../src/model/bounces/parse-arf.ts';
import { readReturn } from '../../../src/model/bounces/parse-return.ts';
import { verifies } from '../../spec/verifies.ts';
import { randomRuns } from '../../world/simulated/random.ts';
import { deliverySamples } from './samples/deliveries.ts';
import { feedbackSamples } from './samples/feedback.ts';
import { noBounces } from './samples/no-bounces.ts';

const returnPath = 'b-1-01kb3k8m2x7q9v4t6w0y5z8a1b-0123456789abcdefghjk@bounces.example';

/** Converts a text to wire format: CR LF line ends and one character per octet. */
function onTheWire(text: string): string {
  const named = text
    .replaceAll('MAILFROM', returnPath)
    .replaceAll('LOCALPART', returnPath.slice(0, returnPath.indexOf('@')));
  return Buffer.from(named.replace(/\r?\n/g, '\r\n'), 'utf8').toString('latin1');
}

function verdictOn(text: string, nullSender = true) {
  const returned = readReturn(onTheWire(text), nullSender);
  return returned.kind === 'delivery'
    ? judgeReports(returned.reports, 'ada@mailbox.example')
    : { kind: returned.kind };
}

function comesTo(verdict: ReturnType<typeof verdictOn>): string {
  if (verdict.kind !== 'bounced') return verdict.kind;
  const { kind, hardness, suppresses } = verdict.means;
  return `bounced ${kind} ${hardness} ${suppresses}`;
}

describe('a delivery report or bounce', () => {
  test.each(deliverySamples)('is classified: $form: $comes', ({ text, comes, enhanced }) => {
    const verdict = verdictOn(text);
    expect(comesTo(verdict)).toBe(comes);
    if (enhanced !== undefined) expect(verdict).toMatchObject({ means: { enhanced } });
  });

  test('matches the mailbox in every RFC 6533 address form', () => {
    for (const address of [
      'j\u00f6rg@b\u00fccher.dev',
      'jo\u0308rg@xn--bcher-kva.dev',
      'J\\x{D6}rg@B\u00fccher.dev',
    ]) {
      const text = `From: mailer@mx.example.net
To: MAILFROM
MIME-Version: 1.0
Content-Type: multipart/report; report-type=global-delivery-status; boundary="B1"

--B1
Content-Type: message/global-delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; other@example.net
Action: delayed
Status: 4.2.0

Final-Recipient: utf-8; ${address}
Action: failed
Status: 5.1.1

--B1--
`;
      const returned = readReturn(onTheWire(text), true);
      const reports = returned.kind === 'delivery' ? returned.reports : [];
      expect(judgeReports(reports, 'j\u00f6rg@xn--bcher-kva.dev').kind).toBe('bounced');
    }
  });

  const labelledAsText = (part: string, type = 'multipart/report; report-type=delivery-status') =>
    `From: mailer@mx.example.net
To: MAILFROM
MIME-Version: 1.0
Content-Type: ${type}; boundary="B1"

--B1
Content-Type: text/plain

Your mail could not be delivered.

--B1
Content-Type: text/plain

${part}
--B1--
`;
  const status = `Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; ada@mailbox.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1
 No such user
`;

  test('is read as a report even if its status part is labelled text/plain', () => {
    const verdict = verdictOn(labelledAsText(status));
    expect(comesTo(verdict)).toBe('bounced mailbox hard now');
    expect(verdict).toMatchObject({ report: { by: 'mx.example.net' } });
  });

  test.each([
    { name: 'outside of a report', text: labelledAsText(status, 'multipart/mixed') },
    { name: 'among other words', text: labelledAsText(`They wrote:\n${status}`) },
    ...['Reporting-MTA', 'Final-Recipient', 'Action', 'Status'].map((field) => ({
      name: `without ${field}`,
      text: labelledAsText(status.replace(new RegExp(`^${field}.*\n`, 'm'), '')),
    })),
  ])('is not a formal report if its status is text/plain $name', ({ text }) => {
    const returned = readReturn(onTheWire(text), true);
    // Its text may still match a bounce pattern, which carries less weight.
    expect(returned).not.toMatchObject({ reports: [{ recipients: ['ada@mailbox.example'] }] });
  });

  test('has samples of at least ten mail servers', () => {
    expect(new Set(deliverySamples.map(({ form }) => form.split(':')[0])).size).toBeGreaterThanOrEqual(10);
  });
});

describe('other mail from the null sender is not a bounce', () => {
  test.each(noBounces)('if it is $form', ({ text, kind }) => {
    expect(readReturn(onTheWire(text), true).kind).toBe(kind);
  });
});

verifies('bounce.auto-reply', 'a text that looks like a bounce does not count if a person sent it', () => {
  const text = 'From: ada@mailbox.example\nSubject: Undeliverable: Hello\n\n550 5.1.1 user unknown\n';
  expect(readReturn(onTheWire(text), false)).toEqual({ kind: 'unreadable' });
  expect(comesTo(verdictOn(text))).toBe('bounced mailbox hard now');
});

describe('a report about several recipients', () => {
  const report = (...recipients: [address: string, action: string, status: string][]) =>
    [
      'Content-Type: multipart/report; report-type=delivery-status; boundary=B',
      '',
      '--B',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; lists.example',
      '',
      ...recipients.flatMap(([address, action, status]) => [
        `Final-Recipient: rfc822; ${address}`,
        `Action: ${action}`,
        `Status: ${status}`,
        '',
      ]),
      '--B--',
    ].join('\n');

  test('is classified by the line of the recipient', () => {
    const lines = report(['x@other.example', 'failed', '5.1.1'], ['ada@mailbox.example', 'delayed', '4.2.0']);
    expect(comesTo(verdictOn(lines))).toBe('delayed');
  });

  test('is classified by its mildest line if no line names the recipient', () => {
    const some = report(['x@other.example', 'failed', '5.1.1'], ['y@other.example', 'delivered', '2.0.0']);
    expect(comesTo(verdictOn(some))).toBe('delivered');
    const all = report(['x@other.example', 'failed', '5.1.1'], ['y@other.example', 'failed', '5.2.2']);
    expect(comesTo(verdictOn(all))).toBe('bounced full soft streak');
  });
});

test('at most fifty recipients of all reports in a message are read', () => {
  const recipient = 'Final-Recipient: rfc822; ada@mailbox.example\nAction: failed\nStatus: 5.1.1\n\n';
  const report = `--B\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n${recipient.repeat(20)}`;
  const text = `Content-Type: multipart/report; boundary=B\n\n${report.repeat(4)}--B--\n`;
  const returned = readReturn(onTheWire(text), true);
  expect(returned.kind === 'delivery' && returned.reports.length).toBe(50);
});

test('at most eight thousand characters of a field value are read, on any number of lines', () => {
  const lengthOf = (...lines: string[]) => readHeaderFields(lines).get('x')![0]!.length;
  expect(lengthOf('X: 1', ' 2', ' ', '\t3')).toBe('1 2 3'.length);
  expect(lengthOf(`X: ${'x'.repeat(9_000)}`)).toBe(8_000);
  expect(lengthOf('X: 1', ` ${'x'.repeat(9_000)}`, ' y')).toBeLessThanOrEqual(8_000);
  expect(lengthOf('X: 1', ...Array<string>(9_000).fill(' x'))).toBeLessThanOrEqual(8_000);
});

test('only the first thousands of lines of a report are read', () => {
  const report = (before: string) =>
    readReturn(
      onTheWire(`Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
${before}
Final-Recipient: rfc822; ada@mailbox.example
Action: failed
Status: 5.1.1
`),
      true,
    ).kind;
  expect(report('X-Note: 1\n'.repeat(2_000))).toBe('delivery');
  expect(report('X-Note: 1\n'.repeat(5_000))).toBe('unreadable');
});

test('a bare address in angle brackets ends at its closing bracket', () => {
  const text = `Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Original-Recipient: rfc822; <Ada@Mailbox.example> (\u2028> none of ours)
Final-Recipient: rfc822;\tfinal@mailbox.example
Action: failed
Status: 5.1.1
`;
  const returned = readReturn(onTheWire(text), true);
  expect(returned.kind === 'delivery' && returned.reports[0]!.recipients).toEqual([
    'ada@mailbox.example',
    'final@mailbox.example',
  ]);
});

describe('a contradictory status and reply', () => {
  const failed = (status: string, diagnostic: string) =>
    verdictOn(`Content-Type: multipart/report; boundary=B

--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ada@mailbox.example
Action: failed
Status: ${status}
Diagnostic-Code: smtp; ${diagnostic}

--B--
`);

  test('suppress no address if either describes a temporary failure', () => {
    expect(comesTo(failed('4.1.1', '550 user unknown'))).toBe('bounced mailbox soft streak');
    expect(comesTo(failed('5.1.1', '450 4.1.1 user unknown'))).toBe('bounced mailbox soft streak');
  });

  verifies('bounce.unknown-words', 'suppress no address if neither is understood', () => {
    expect(comesTo(failed('5.0.0', 'I would rather not'))).toBe('bounced unknown soft never');
    expect(comesTo(failed('rubbish', 'no such user'))).toBe('bounced mailbox soft streak');
    expect(comesTo(failed('2.0.0', '550 user unknown'))).toBe('bounced mailbox hard now');
  });
});

describe('a complaint', () => {
  test.each(feedbackSamples)('is recognized: $form', ({ text, type, wish, named }) => {
    const returned = readReturn(onTheWire(text), false);
    expect(returned).toMatchObject({ kind: 'feedback', report: { type } });
    if (returned.kind !== 'feedback') return;
    expect(feedbackWish(returned.report.type)).toBe(wish);
    const locals = returned.report.names.map((name) => name.replace(/^<|>$/g, '').split('@')[0]);
    expect(locals.includes(returnPath.split('@')[0])).toBe(named);
  });
});

describe('judged only by its Content-Type,', () => {
  const mayBe = (text: string) => {
    const wire = onTheWire(text);
    const end = wire.indexOf('\r\n\r\n');
    return mayBeComplaint({ header: wire.slice(0, end + 2), body: wire.slice(end + 4) });
  };

  test.each(feedbackSamples)('a complaint may be a complaint: $form', ({ text }) => {
    expect(mayBe(text)).toBe(true);
  });

  test.each([
    ['a text', 'Subject: Hello\n\nmessage/rfc822\n'],
    ['a text that says so', 'Content-Type: text/plain\n\nContent-Type: message/rfc822\n'],
    ['a part alone', 'Content-Type: message/feedback-report\n\nFeedback-Type: abuse\n'],
    [
      'a message with a picture',
      'Content-Type: multipart/mixed; boundary=B\n\n--B\nContent-Type: image/png\n\nx\n--B--\n',
    ],
  ])('another message is not a complaint: %s', (_, text) => {
    expect(mayBe(text)).toBe(false);
  });
});

describe('untrusted text in a report', () => {
  test('is reduced to one truncated line without invisible characters', () => {
    const nasty = `\u202e${'x'.repeat(10_000)}\u0007\u200b`;
    const returned = readReturn(
      onTheWire(
        deliverySamples[0]!.text.replace('User unknown in local recipient table\n\n--4', `${nasty}\n\n--4`),
      ),
      true,
    );
    const [report] = returned.kind === 'delivery' ? returned.reports : [];
    expect(report!.text.length).toBeLessThanOrEqual(2_000);
    for (const hidden of ['\u202e', '\u0007', '\u200b', '\n']) expect(report!.text).not.toContain(hidden);
  });
});

describe('any input to the parser', () => {
  const piece = fc.constantFrom(
    'Content-Type: multipart/report; boundary=B\r\n',
    'Content-Type: multipart/mixed; boundary="B"\r\n',
    'Content-Type: message/delivery-status\r\n',
    'Content-Type: message/feedback-report\r\n',
    'Content-Type: message/rfc822\r\n',
    'Content-Transfer-Encoding: base64\r\n',
    'Content-Transfer-Encoding: quoted-printable\r\n',
    '\r\n',
    '--B\r\n',
    '--B--\r\n',
    'Final-Recipient: rfc822; a\r\n',
    'Action: failed\r\n',
    'Status: 5.1.1\r\n',
    'Feedback-Type: abuse\r\n',
    '=?utf-8?q?=0A?=',
    'Subject: ',
    ' ',
    '=',
    '\xff',
  );

  test('is classified as one of four kinds without throwing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }),
        fc.boolean(),
        (pieces, sender) => {
          const { kind } = readReturn(pieces.join(''), sender);
          expect(['delivery', 'feedback', 'auto_reply', 'unreadable']).toContain(kind);
        },
      ),
      { numRuns: randomRuns(400) },
    );
  });

  const bombs: [string, string][] = [
    [
      'parts within parts',
      `Content-Type: multipart/mixed; boundary=B\r\n\r\n${'--B\r\n\r\n'.repeat(80_000)}`,
    ],
    ['short lines', `From: x\r\n\r\n${'x\r\n'.repeat(200_000)}`],
    [
      'multiparts side by side',
      `Content-Type: multipart/mixed; boundary=B\r\n\r\n${'--B\r\nContent-Type: multipart/x; boundary=C\r\n'.repeat(12_000)}`,
    ],
    ['one header line', `Subject: ${'=?utf-8?q?'.repeat(50_000)}`],
    ['a long folded field', `Content-Type: text/plain${';\r\n a="'.repeat(70_000)}`],
    ['blanks', `Subject: Undeliverable\r\n\r\n${' '.repeat(500_000)}`],
    ['tags', `Subject: Undeliverable\r\nContent-Type: text/html\r\n\r\n${'<'.repeat(500_000)}`],
    [
      'groups of fields',
      `Content-Type: message/delivery-status\r\n\r\n${'Final-Recipient: rfc822; a\r\n'.repeat(18_000)}`,
    ],
    ['equals signs', `Content-Transfer-Encoding: quoted-printable\r\n\r\n${'=   '.repeat(125_000)}`],
    ['a message of twelve megabytes', `From: x\r\n\r\n${'0123456789 =550 5.1.1 <\r\n'.repeat(500_000)}`],
  ];

  /** A report of four parts with `octets` octets in total. */
  const report = (octets: number, fields: (octets: number) => string) => {
    const part = `--B\r\nContent-Type: message/delivery-status; charset=iso-8859-1\r\n\r\nReporting-MTA: x\r\n\r\n${fields(octets / 4)}\r\n`;
    return `Content-Type: multipart/report; boundary=B\r\n\r\n${part.repeat(4)}`;
  };
  const blanks = [' ', '\t', '\v', '\f', '\xa0'];
  const blankName = (line: number): string =>
    Array.from({ length: 6 }, (_, place) => blanks[Math.floor(line / 5 ** place) % 5]).join('');
  const growing: [string, (octets: number) => string][] = [
    [
      'names of fields that differ in their blanks alone',
      (octets) =>
        report(octets, (left) =>
          Array.from({ length: left / 24 }, (_, line) => `final-recipient${blankName(line)}:\r\n`).join(''),
        ),
    ],
    [
      'addresses of brackets alone',
      (octets) =>
        report(octets, (left) =>
          `Final-Recipient: rfc822;${'>'.repeat(left / 16 - 60)}\x85\r\v\rx\r\nAction: failed\r\n\r\n`.repeat(
            14,
          ),
        ),
    ],
  ];

  // Quadratic work on so many octets would exceed the test's time by far.
  const reportOctets = 8_000_000;

  test.each(growing)('that grows is read in one pass: %s', (_, made) => {
    expect(['delivery', 'unreadable']).toContain(readReturn(made(reportOctets), true).kind);
  });

  test.each(bombs)('that is nested is read in one pass: %s', (_name, octets) => {
    expect(['unreadable', 'delivery', 'auto_reply']).toContain(readReturn(octets, true).kind);
  });
});
