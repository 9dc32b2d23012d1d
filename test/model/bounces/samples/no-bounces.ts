/** Messages that reach a return path without being bounces. */
export const noBounces: readonly { form: string; kind: 'auto_reply' | 'unreadable'; text: string }[] = [
  {
    form: 'an out-of-office reply of Exchange',
    kind: 'auto_reply',
    text: `From: Ada <ada@mailbox.example>
To: MAILFROM
Subject: Automatic reply: Hello
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
X-MS-Exchange-Inbox-Rules-Loop: ada@mailbox.example

I am out of the office. My mailbox is full of joy; for 550 5.1.1 ask Grace.
`,
  },
  {
    form: 'a reply of vacation(1) (RFC 3834)',
    kind: 'auto_reply',
    text: `From: ada@mailbox.example
To: MAILFROM
Subject: away from my mail
Auto-Submitted: auto-replied
Precedence: bulk

I will not be reading my mail for a while.
`,
  },
  {
    form: 'an old autoresponse with the null sender',
    kind: 'auto_reply',
    text: `From: ada@mailbox.example
To: MAILFROM
Subject: Re: Hello
X-Autoreply: yes

Thank you. The mail delivery has failed to impress me.
`,
  },
  {
    form: 'an autoreply recognizable by its subject',
    kind: 'auto_reply',
    text: `From: ada@mailbox.example
To: MAILFROM
Subject: Out of Office: Undeliverable until Monday

Back on Monday.
`,
  },
  {
    form: 'a challenge-response mail',
    kind: 'auto_reply',
    text: `From: filter@mailbox.example
To: MAILFROM
Subject: Please confirm your message to ada@mailbox.example

Press the button so that Ada gets your message. Until then delivery to ada has failed.
`,
  },
  {
    form: 'a reply by a person',
    kind: 'unreadable',
    text: `From: Ada <ada@mailbox.example>
To: MAILFROM
Subject: Re: Hello

Your newsletter says "550 5.1.1 user unknown" in its footer. Why?
`,
  },
  {
    form: 'a read receipt (RFC 8098)',
    kind: 'unreadable',
    text: `From: Ada <ada@mailbox.example>
To: MAILFROM
Subject: Read: Hello
MIME-Version: 1.0
Content-Type: multipart/report; report-type=disposition-notification; boundary="B1"

--B1
Content-Type: message/disposition-notification

Final-Recipient: rfc822;ada@mailbox.example
Disposition: manual-action/MDN-sent-manually; displayed

--B1--
`,
  },
  { form: 'an empty message', kind: 'unreadable', text: '' },
  { form: 'a sequence of random octets', kind: 'unreadable', text: '\xff\xfe\x80--\r\n\r\n\xc3\x28' },
];
