/** Sample complaints in the formats of many providers, written like the bounces. */
type FeedbackSample = {
  form: string;
  type: string;
  /** The consequence for the recipient. */
  wish: 'complaint' | 'opt_out' | 'nothing';
  /** Whether the report names the mail; otherwise only its target address does. */
  named: boolean;
  text: string;
};

function arf(report: string, mail: string, subject = 'FW: Hello'): string {
  return `From: feedback@provider.example
To: fbl@bounces.example
Subject: ${subject}
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report;
	boundary="----=_Part_1"

------=_Part_1
Content-Type: text/plain; charset=us-ascii
Content-Transfer-Encoding: 7bit

This is an email abuse report for an email message.

------=_Part_1
Content-Type: message/feedback-report

${report.trim()}

------=_Part_1
${mail.trim()}

------=_Part_1--
`;
}

const mail = `Content-Type: message/rfc822
Content-Disposition: inline

Return-Path: <MAILFROM>
From: hello@acme.example
To: ada@mailbox.example
Subject: Hello
CFBL-Address: MAILFROM; report=arf
CFBL-Feedback-ID: LOCALPART

Hello`;

const namelessMail = `Content-Type: text/rfc822-headers

From: hello@acme.example
To: redacted@mailbox.example
Subject: Hello`;

export const feedbackSamples: readonly FeedbackSample[] = [
  {
    form: 'Yahoo, with a DKIM domain',
    type: 'abuse',
    wish: 'complaint',
    named: true,
    text: arf(
      `Feedback-Type: abuse
User-Agent: Yahoo!-Mail-Feedback/2.0
Version: 0.1
Original-Mail-From: <MAILFROM>
Original-Rcpt-To: ada@mailbox.example
Received-Date: Mon, 16 Nov 2026 17:16:15 +0100
Reported-Domain: acme.example
Authentication-Results: authentication result string is not available`,
      namelessMail,
    ),
  },
  {
    form: 'Comcast through Validity, fields reordered',
    type: 'abuse',
    wish: 'complaint',
    named: true,
    text: arf(
      `User-Agent: ReturnPathFBL/2.0
Version: 1
Arrival-Date: Mon, 16 Nov 2026 19:03:30 +0000
Original-Rcpt-To: cb4a01a48251d4765f489076aa81e2a4@mailbox.example
Source: Comcast
Abuse-Type: complaint
Feedback-Type: abuse
Original-Mail-From: MAILFROM
Reported-Domain: bounces.example
Source-Ip: 192.0.2.5
Subscription-Link: https://fbl.provider.example/manage/subscriptions/1`,
      namelessMail,
    ),
  },
  {
    form: 'AOL: without the recipient',
    type: 'abuse',
    wish: 'complaint',
    named: true,
    text: arf(
      `Feedback-Type: abuse
User-Agent: AOL SComp
Version: 0.1
Received-Date: Mon, 16 Nov 2026 10:15:01 -0500 (EST)
Source-IP: 192.0.2.5
Reported-Domain: acme.example
Redacted-Address: redacted
Redacted-Address: redacted@`,
      mail,
      'Email Feedback Report for IP 192.0.2.5',
    ),
  },
  {
    form: 'Fastmail: only the headers of the mail',
    type: 'abuse',
    wish: 'complaint',
    named: true,
    text: arf(
      `Feedback-Type: abuse
User-Agent: Fastmail/1.0
Version: 1
Source-IP: 192.0.2.5`,
      `Content-Type: text/rfc822-headers

Return-Path: <MAILFROM>
From: hello@acme.example
To: ada@mailbox.example`,
    ),
  },
  {
    form: 'RFC 9477: address and name in the mail',
    type: 'abuse',
    wish: 'complaint',
    named: true,
    text: arf(
      `Feedback-Type: abuse
User-Agent: ExampleMail/1.0
Version: 1
Source-IP: 192.0.2.5`,
      `Content-Type: text/rfc822-headers
Content-Transfer-Encoding: 7bit

From: hello@acme.example
CFBL-Address: fbl@bounces.example; report=arf
CFBL-Feedback-ID: LOCALPART`,
    ),
  },
  {
    form: 'Microsoft JMRP: mail without a report',
    type: 'abuse',
    wish: 'complaint',
    named: true,
    text: `Date: Mon, 16 Nov 2026 23:34:45 +0000
From: staff@hotmail.example
Subject:  complaint about message from 192.0.2.5
To: fbl@bounces.example
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="F0000EEE2-0000-2111-AAB0-000000000000"

--F0000EEE2-0000-2111-AAB0-000000000000
Content-Type: message/rfc822
Content-Disposition: inline

X-HmXmrOriginalRecipient: ada@mailbox.example
X-Reporter-IP: 192.0.2.22
Authentication-Results: mailbox.example; spf=pass smtp.mailfrom=MAILFROM
Date: Mon, 16 Nov 2026 23:34:45 +0200
To: ada@mailbox.example
From: hello@acme.example
Subject: Hello
CFBL-Feedback-ID: LOCALPART

Hello

--F0000EEE2-0000-2111-AAB0-000000000000--
`,
  },
  {
    form: 'A Russian provider: encoded mail',
    type: 'abuse',
    wish: 'complaint',
    named: true,
    text: arf(
      `Feedback-Type: abuse
User-Agent: fbl.example.ru
Version: 0.1
Original-Mail-From: <MAILFROM>
Source-IP: 192.0.2.5`,
      `Content-Type: message/rfc822
Content-Transfer-Encoding: base64

RnJvbTogaGVsbG9AYWNtZS5leGFtcGxlDQpUbzogYWRhQG1haWxib3guZXhhbXBsZQ0KDQo=`,
    ),
  },
  {
    form: 'Amazon SES: only the report',
    type: 'abuse',
    wish: 'complaint',
    named: false,
    text: arf(
      `Feedback-Type: abuse
User-Agent: Amazon SES Mailbox Simulator
Version: 1
Original-Mail-From: <0000014644fe5ef6@amazonses.example>
Arrival-Date: Mon, 16 Nov 2026 18:28:13 GMT
Source-IP: 192.0.2.5`,
      namelessMail,
    ),
  },
  {
    form: 'RFC 5965: fraud',
    type: 'fraud',
    wish: 'complaint',
    named: true,
    text: arf('Feedback-Type: fraud\nUser-Agent: SomeGenerator/1.0\nVersion: 1', mail),
  },
  {
    form: 'RFC 5965: removed from the junk folder',
    type: 'not-spam',
    wish: 'nothing',
    named: true,
    text: arf('Feedback-Type: not-spam\nUser-Agent: SomeGenerator/1.0\nVersion: 1', mail),
  },
  {
    form: 'RFC 6591: authentication failed',
    type: 'auth-failure',
    wish: 'nothing',
    named: true,
    text: arf(
      `Feedback-Type: auth-failure
User-Agent: SomeDKIMFilter/1.0
Version: 1
Original-Mail-From: <MAILFROM>
Auth-Failure: signature
Authentication-Results: mx.provider.example; dkim=fail (bodyhash) header.d=acme.example
Reported-Domain: acme.example`,
      mail,
    ),
  },
  {
    form: 'RFC 6430: an unknown kind',
    type: 'something-else',
    wish: 'nothing',
    named: true,
    text: arf('Feedback-Type: something-else\nUser-Agent: SomeGenerator/1.0\nVersion: 1', mail),
  },
  {
    form: 'RFC 5965: opt-out',
    type: 'opt-out',
    wish: 'opt_out',
    named: true,
    text: arf('Feedback-Type: opt-out\nUser-Agent: SomeGenerator/1.0\nVersion: 1', mail),
  },
];
