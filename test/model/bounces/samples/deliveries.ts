/**
 * Sample reports and bounces in the formats of many servers. The texts are our own, and every name is
 * reserved. `MAILFROM` represents the return path of the reported mail.
 */
type DeliverySample = {
  /** The server whose format it is. */
  form: string;
  /** Expected verdict; for a bounce also its kind, its hardness and the effect on the address. */
  comes: string;
  enhanced?: string;
  text: string;
};

export const deliverySamples: readonly DeliverySample[] = [
  {
    form: 'Postfix: the recipient’s server refused',
    comes: 'bounced mailbox hard now',
    enhanced: '5.1.1',
    text: `Return-Path: <>
Received: by mx.example.net (Postfix)
	id 4XYZ112233; Mon, 16 Nov 2026 10:15:02 +0100 (CET)
Date: Mon, 16 Nov 2026 10:15:02 +0100 (CET)
From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: MAILFROM
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4ABC998877.1794993302/mx.example.net"
Message-Id: <20261116091502.4XYZ112233@mx.example.net>

This is a MIME-encapsulated message.

--4ABC998877.1794993302/mx.example.net
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.example.net.

Your message could not be delivered to one or more recipients.

<ada@mailbox.example>: host in.mailbox.example[192.0.2.20] said: 550 5.1.1
    <ada@mailbox.example>: Recipient address rejected: User unknown in local
    recipient table (in reply to RCPT TO command)

--4ABC998877.1794993302/mx.example.net
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
X-Postfix-Queue-ID: 4ABC998877
X-Postfix-Sender: rfc822; MAILFROM
Arrival-Date: Mon, 16 Nov 2026 10:15:01 +0100 (CET)

Final-Recipient: rfc822; ada@mailbox.example
Original-Recipient: rfc822;ada@mailbox.example
Action: failed
Status: 5.1.1
Remote-MTA: dns; in.mailbox.example
Diagnostic-Code: smtp; 550 5.1.1 <ada@mailbox.example>: Recipient address
    rejected: User unknown in local recipient table

--4ABC998877.1794993302/mx.example.net
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

Return-Path: <MAILFROM>
From: hello@acme.example
To: ada@mailbox.example
Subject: Hello

--4ABC998877.1794993302/mx.example.net--
`,
  },
  {
    form: 'Postfix: still trying',
    comes: 'delayed',
    enhanced: '4.4.1',
    text: `From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
Subject: Delayed Mail (still being retried)
To: MAILFROM
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B1"

--B1
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.example.net.
THIS IS A WARNING ONLY. YOU DO NOT NEED TO RESEND YOUR MESSAGE.

--B1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
Arrival-Date: Mon, 16 Nov 2026 10:15:01 +0100 (CET)

Final-Recipient: rfc822; ada@mailbox.example
Action: delayed
Status: 4.4.1
Diagnostic-Code: X-Postfix; connect to in.mailbox.example[192.0.2.20]:25:
    Connection timed out
Will-Retry-Until: Sat, 21 Nov 2026 10:15:01 +0100 (CET)

--B1--
`,
  },
  {
    form: 'Postfix: gave up after days of trying',
    comes: 'bounced connection soft streak',
    enhanced: '4.4.1',
    text: `From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: MAILFROM
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B1"

--B1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; ada@mailbox.example
Action: failed
Status: 4.4.1
Diagnostic-Code: X-Postfix; connect to in.mailbox.example[192.0.2.20]:25: Connection refused

--B1--
`,
  },
  {
    form: 'Postfix: delivered, as requested by DSN',
    comes: 'delivered',
    text: `From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
Subject: Successful Mail Delivery Report
To: MAILFROM
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B1"

--B1
Content-Type: text/plain

Your message was successfully delivered to the destination(s) listed below.

--B1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
Original-Envelope-Id: eml_1

Final-Recipient: rfc822; ada@mailbox.example
Action: delivered
Status: 2.0.0
Diagnostic-Code: x-unix; delivered to mailbox

--B1--
`,
  },
  {
    form: 'Postfix: relayed to a server that reports nothing',
    comes: 'nothing',
    text: `From: MAILER-DAEMON@mx.example.net
To: MAILFROM
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B1"

--B1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; ada@mailbox.example
Action: relayed
Status: 2.0.0
Diagnostic-Code: smtp; 250 2.0.0 OK

--B1--
`,
  },
  {
    form: 'Exim: RFC 3464, status always 5.0.0',
    comes: 'bounced mailbox hard now',
    enhanced: '5.1.1',
    text: `From: Mail Delivery System <Mailer-Daemon@mail.example.org>
To: MAILFROM
Auto-Submitted: auto-replied
X-Failed-Recipients: ada@mailbox.example
Content-Type: multipart/report; report-type=delivery-status; boundary=1794993302-eximdsn-1
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender

--1794993302-eximdsn-1
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ada@mailbox.example
    host in.mailbox.example [192.0.2.20]
    SMTP error from remote mail server after RCPT TO:<ada@mailbox.example>:
    550-5.1.1 The account that you tried to reach is not here.
    550 5.1.1 Check the address.

--1794993302-eximdsn-1
Content-type: message/delivery-status

Reporting-MTA: dns; mail.example.org

Action: failed
Final-Recipient: rfc822;ada@mailbox.example
Status: 5.0.0
Remote-MTA: dns; in.mailbox.example
Diagnostic-Code: smtp; 550-5.1.1 The account that you tried to reach is not here.
 550 5.1.1 Check the address.

--1794993302-eximdsn-1
Content-type: message/rfc822

Return-path: <MAILFROM>
From: hello@acme.example
To: ada@mailbox.example

Hello
--1794993302-eximdsn-1--
`,
  },
  {
    form: 'Exim before 4.84: plain text',
    comes: 'bounced full soft streak',
    enhanced: '5.2.2',
    text: `X-Failed-Recipients: ada@mailbox.example
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mail.example.org>
To: MAILFROM
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ada@mailbox.example
    SMTP error from remote mail server after RCPT TO:<ada@mailbox.example>:
    host in.mailbox.example [192.0.2.20]: 552 5.2.2 The mailbox is full

------ This is a copy of the message, including all the headers. ------

Return-path: <MAILFROM>
Subject: 550 5.1.1 user unknown

`,
  },
  {
    form: 'Exim: plain text, still trying',
    comes: 'delayed',
    text: `Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mail.example.org>
To: MAILFROM
Subject: Warning: message 1kfXYZ-000123-AB delayed 24 hours

This message was created automatically by mail delivery software.
A message that you sent has not yet been delivered to one or more of its
recipients after more than 24 hours on the queue on mail.example.org.

The address to which the message has not yet been delivered is:

  ada@mailbox.example
    host in.mailbox.example [192.0.2.20]: 451 4.7.1 try later

No action is required on your part.
`,
  },
  {
    form: 'qmail',
    comes: 'bounced mailbox hard now',
    enhanced: '5.1.1',
    text: `Return-Path: <>
Date: 16 Nov 2026 09:15:02 -0000
From: MAILER-DAEMON@mail.example.org
To: MAILFROM
Subject: failure notice

Hi. This is the qmail-send program at mail.example.org.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<ada@mailbox.example>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Return-Path: <MAILFROM>
Subject: Hello
`,
  },
  {
    form: 'qmail: given up after a temporary reply',
    comes: 'bounced greylist soft streak',
    text: `From: MAILER-DAEMON@mail.example.org
To: MAILFROM
Subject: failure notice

Hi. This is the qmail-send program at mail.example.org.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<ada@mailbox.example>:
192.0.2.20 does not like recipient.
Remote host said: 450 Greylisted, try again in 300 seconds
Giving up on 192.0.2.20.
I'm not going to try again; this message has been in the queue too long.

--- Below this line is a copy of the message.

`,
  },
  {
    form: 'Sendmail: recipients without an empty line',
    comes: 'bounced mailbox hard now',
    enhanced: '5.1.1',
    text: `From: Mail Delivery Subsystem <MAILER-DAEMON@mail.example.org>
To: MAILFROM
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="sAGA1CaS012345.1794993302/mail.example.org"
Subject: Returned mail: see transcript for details
Auto-Submitted: auto-generated (failure)

This is a MIME-encapsulated message

--sAGA1CaS012345.1794993302/mail.example.org

The original message was received at Mon, 16 Nov 2026 10:15:01 +0100

   ----- The following addresses had permanent fatal errors -----
<ada@mailbox.example>
    (reason: 550 5.1.1 User unknown)

--sAGA1CaS012345.1794993302/mail.example.org
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.org
Received-From-MTA: DNS; posthouse.example
Final-Recipient: RFC822; Ada@Mailbox.Example
Action: failed (after 1 attempt)
Status: 5.1.1
Remote-MTA: DNS; in.mailbox.example
Diagnostic-Code: SMTP; 550 5.1.1 User unknown
Last-Attempt-Date: Mon, 16 Nov 2026 10:15:02 +0100

--sAGA1CaS012345.1794993302/mail.example.org--
`,
  },
  {
    form: 'old Sendmail: plain text',
    comes: 'bounced mailbox hard now',
    enhanced: '5.1.1',
    text: `From: MAILER-DAEMON@mail.example.org (Mail Delivery Subsystem)
To: MAILFROM
Subject: Returned mail: User unknown

   ----- The following addresses had permanent fatal errors -----
<ada@mailbox.example>

   ----- Transcript of session follows -----
... while talking to in.mailbox.example.:
>>> RCPT To:<ada@mailbox.example>
<<< 550 5.1.1 <ada@mailbox.example>... User unknown

   ----- Original message follows -----

Subject: Hello
`,
  },
  {
    form: 'Gmail: RFC 3464',
    comes: 'bounced mailbox hard now',
    enhanced: '5.1.1',
    text: `From: Mail Delivery Subsystem <mailer-daemon@mail.example.com>
To: MAILFROM
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
X-Failed-Recipients: ada@mailbox.example
Content-Type: multipart/report; boundary="000000000000aabb"; report-type=delivery-status

--000000000000aabb
Content-Type: multipart/related; boundary="000000000000ccdd"

--000000000000ccdd
Content-Type: multipart/alternative; boundary="000000000000eeff"

--000000000000eeff
Content-Type: text/plain; charset="UTF-8"

** Address not found **

Your message wasn't delivered to ada@mailbox.example.

--000000000000eeff
Content-Type: text/html; charset="UTF-8"

<html><body><h2>Address not found</h2></body></html>
--000000000000eeff--
--000000000000ccdd
Content-Type: image/png; name="icon.png"
Content-Disposition: attachment; filename="icon.png"
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--000000000000ccdd--
--000000000000aabb
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.com
Arrival-Date: Mon, 16 Nov 2026 01:15:01 -0800 (PST)

Final-Recipient: rfc822; ada@mailbox.example
Action: failed
Status: 5.1.1
Remote-MTA: dns; in.mailbox.example. (192.0.2.20, the server for the domain mailbox.example.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please
 550-5.1.1 check the address for typing errors.
 550 5.1.1  - gsmtp
Last-Attempt-Date: Mon, 16 Nov 2026 01:15:02 -0800 (PST)

--000000000000aabb
Content-Type: message/rfc822

From: hello@acme.example
To: ada@mailbox.example

--000000000000aabb--
`,
  },
  {
    form: 'Gmail: empty delivery-status part',
    comes: 'bounced policy soft never',
    enhanced: '5.7.26',
    text: `From: Mail Delivery Subsystem <mailer-daemon@mail.example.com>
To: MAILFROM
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
Content-Type: multipart/report; boundary="b1"; report-type=delivery-status

--b1
Content-Type: text/plain; charset="UTF-8"

** Message blocked **

Your message to ada@mailbox.example has been blocked.

The response from the remote server was:

550 5.7.26 Unauthenticated email is not accepted

--b1
Content-Type: message/delivery-status


--b1
Content-Type: message/rfc822

Subject: 550 5.1.1 user unknown

--b1--
`,
  },
  {
    form: 'old Gmail: plain text',
    comes: 'bounced mailbox hard now',
    enhanced: '5.1.1',
    text: `From: Mail Delivery Subsystem <mailer-daemon@mail.example.com>
To: MAILFROM
X-Failed-Recipients: ada@mailbox.example
Subject: Delivery Status Notification (Failure)
Content-Type: text/plain; charset=UTF-8

Delivery to the following recipient failed permanently:

     ada@mailbox.example

Technical details of permanent failure:
Google tried to deliver your message, but it was rejected by the server for the recipient domain
mailbox.example by in.mailbox.example. [192.0.2.20].

The error that the other server returned was:
550 5.1.1 No such user

----- Original message -----

Subject: Hello
`,
  },
  {
    form: 'Microsoft 365: the recipient was not found',
    comes: 'bounced mailbox hard now',
    enhanced: '5.1.10',
    text: `From: postmaster@tenant.example
To: <MAILFROM>
Date: Mon, 16 Nov 2026 09:15:02 +0000
Content-Type: multipart/report; report-type=delivery-status;
	boundary="b44278a2-0000-4fd5-bba1-000000000001"
X-MS-Exchange-Message-Is-Ndr:
Content-Language: en-US
Subject: =?utf-8?B?VW5kZWxpdmVyYWJsZTogSGVsbG8=?=
Auto-Submitted: auto-replied
MIME-Version: 1.0

--b44278a2-0000-4fd5-bba1-000000000001
Content-Type: multipart/alternative; differences=Content-Type;
	boundary="fa703e28-0000-4d04-880c-000000000002"

--fa703e28-0000-4d04-880c-000000000002
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Your message to ada@mailbox.example couldn't be delivered.=0A=

--fa703e28-0000-4d04-880c-000000000002
Content-Type: text/html; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

<html><body>ada wasn't found at mailbox.example.</body></html>

--fa703e28-0000-4d04-880c-000000000002--

--b44278a2-0000-4fd5-bba1-000000000001
Content-Type: message/delivery-status

Reporting-MTA: dns;am0000.outbound.example
Received-From-MTA: dns;posthouse.example
Arrival-Date: Mon, 16 Nov 2026 09:15:01 +0000

Original-Recipient: rfc822;ada@mailbox.example
Final-Recipient: rfc822;ada@mailbox.onmicrosoft.example
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup
X-Display-Name: Ada

--b44278a2-0000-4fd5-bba1-000000000001
Content-Type: message/rfc822

From: hello@acme.example
To: ada@mailbox.example

--b44278a2-0000-4fd5-bba1-000000000001--
`,
  },
  {
    form: 'Outlook.com: the mailbox is full',
    comes: 'bounced full soft streak',
    enhanced: '5.2.2',
    text: `From: postmaster@mail.example.com
To: MAILFROM
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="9B095B5ADSN=_01D00052BDF896BA0006275Email.example.c"
Subject: Delivery Status Notification (Failure)

--9B095B5ADSN=_01D00052BDF896BA0006275Email.example.c
Content-Type: text/plain; charset=unicode-1-1-utf-7

This is an automatically generated Delivery Status Notification.

--9B095B5ADSN=_01D00052BDF896BA0006275Email.example.c
Content-Type: message/delivery-status

Reporting-MTA: dns;mail.example.com
Received-From-MTA: dns;posthouse.example

Final-Recipient: rfc822;ada@mailbox.example
Action: failed
Status: 5.2.2
Diagnostic-Code: smtp;550 5.2.2 <ada@mailbox.example>... Mailbox Full

--9B095B5ADSN=_01D00052BDF896BA0006275Email.example.c--
`,
  },
  {
    form: 'Exchange 2007: forwarded without report',
    comes: 'bounced mailbox hard now',
    enhanced: '5.1.1',
    text: `From: postmaster@mail.example.com
To: MAILFROM
Subject: Undeliverable: Hello
Content-Type: text/plain; charset="us-ascii"

Delivery has failed to these recipients or distribution lists:

ada@mailbox.example
The recipient's e-mail address was not found in the recipient's e-mail system.

Diagnostic information for administrators:

Generating server: mail.example.com

ada@mailbox.example
#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##

Original message headers:

Subject: Hello
`,
  },
  {
    form: 'Exchange 2000',
    comes: 'bounced mailbox hard now',
    enhanced: '5.1.1',
    text: `From: System Administrator <postmaster@mail.example.com>
To: MAILFROM
Subject: Undeliverable: Hello
Content-Type: text/plain; charset="iso-8859-1"

Your message

  To:      ada@mailbox.example
  Subject: Hello
  Sent:    Mon, 16 Nov 2026 10:15:01 +0100

did not reach the following recipient(s):

ada@mailbox.example on Mon, 16 Nov 2026 10:15:02 +0100
    The recipient name is not recognized
	The MTS-ID of the original message is: c=us;a= ;p=example;l=MAIL-0000000001
    MSEXCH:IMS:Example:Site:MAIL 0 (000C05A6) Unknown Recipient
`,
  },
  {
    form: 'Lotus Notes',
    comes: 'bounced mailbox hard now',
    enhanced: '5.1.1',
    text: `From: Postmaster@mail.example.com
To: MAILFROM
Subject: DELIVERY FAILURE: User ada (ada@mailbox.example) not listed in Domino Directory
Content-Type: text/plain; charset=us-ascii

------- Failure Reasons  --------

User ada (ada@mailbox.example) not listed in Domino Directory

------- Returned Message --------

Subject: Hello
`,
  },
  {
    form: 'Yahoo: refused for policy reasons',
    comes: 'bounced policy soft never',
    enhanced: '5.7.9',
    text: `From: MAILER-DAEMON@smtp.example.net (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: MAILFROM
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B1"

--B1
Content-Type: message/delivery-status

Reporting-MTA: dns; smtp.example.net

Final-Recipient: rfc822; ada@mailbox.example
Action: failed
Status: 5.7.9
Remote-MTA: dns; mx.mailbox.example
Diagnostic-Code: smtp; 554 5.7.9 Message not accepted for policy reasons. See
    https://postmaster.example/error-codes

--B1--
`,
  },
  {
    form: 'old Yahoo: plain text',
    comes: 'bounced mailbox hard now',
    enhanced: '5.1.1',
    text: `From: MAILER-DAEMON@mail.example.com
To: MAILFROM
Subject: Failure Notice

Sorry, we were unable to deliver your message to the following address.

<ada@mailbox.example>:
This user doesn't have a mailbox.example account (ada@mailbox.example) [0]

--- Below this line is a copy of the message.

Subject: Hello
`,
  },
  {
    form: 'Apple: fields in another order',
    comes: 'bounced mailbox hard now',
    enhanced: '5.1.6',
    text: `From: <Mailer-Daemon@in.example.com> (Mail Delivery System)
To: MAILFROM
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="RnJpIEp1bA=="

--RnJpIEp1bA==
Content-Description: Notification
Content-Type: text/plain

<ada@mailbox.example>: 550 5.1.6 recipient no longer on server: ada@mailbox.example

--RnJpIEp1bA==
Content-Description: Delivery report
Content-Type: message/delivery-status

X-Gateway-Queue-ID: AA/AA-00000-00000000
Reporting-MTA: dns; in.example.com
Arrival-Date: Mon, 16 Nov 2026 01:15:01 -0700

Final-Recipient: rfc822; ada@mailbox.example
Status: 5.1.6
Action: failed
Diagnostic-Code: smtp; 550 5.1.6 recipient no longer on server: ada@mailbox.example

--RnJpIEp1bA==--
`,
  },
  {
    form: 'Amazon SES',
    comes: 'bounced mailbox soft streak',
    enhanced: '4.2.1',
    text: `From: MAILER-DAEMON@amazonses.example
To: MAILFROM
Subject: Delivery Status Notification (Failure)
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="----=_Part_1"

------=_Part_1
Content-Type: text/plain; charset=us-ascii

An error occurred while trying to deliver the mail to the following recipients:
ada@mailbox.example
------=_Part_1
Content-Type: message/delivery-status

Reporting-MTA: dns; a1.smtp-out.amazonses.example

Action: failed
Final-Recipient: rfc822; ada@mailbox.example
Diagnostic-Code: smtp; 450 4.2.1 The recipient's inbox takes no mail at the moment
Status: 4.2.1

------=_Part_1--
`,
  },
  {
    form: 'A French provider: French text first',
    comes: 'bounced full soft streak',
    text: `From: MAILER-DAEMON@mx.example.fr (Mail Delivery System)
Subject: Mail revenu en erreur / Undelivered Mail Returned to Sender
To: MAILFROM
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="897DAC0.1/mx.example.fr"
Content-Transfer-Encoding: 8bit

--897DAC0.1/mx.example.fr
Content-Type: text/plain; charset=utf-8

unknown user         Mauvaise adresse, utilisateur inconnu.

--897DAC0.1/mx.example.fr
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.fr

Final-Recipient: rfc822; ada@mailbox.example
Action: failed
Status: 5.0.0
Remote-MTA: dns; lmtp.example.fr
Diagnostic-Code: smtp; 552 <ada@mailbox.example> rejected: over quota

--897DAC0.1/mx.example.fr--
`,
  },
  {
    form: 'CommuniGate: reply inside the diagnostic',
    comes: 'bounced mailbox hard now',
    enhanced: '5.4.1',
    text: `Subject: Undeliverable mail: Hello
From: "Mail Delivery Subsystem" <MAILER-DAEMON@example.com>
To: <MAILFROM>
MIME-Version: 1.0
Content-Type: multipart/report;boundary="_===1====tls.example.com===_"; report-type="delivery-status"

--_===1====tls.example.com===_
Content-Type: message/delivery-status

Reporting-MTA: dns; tls.example.com

Original-Recipient: rfc822;<ada@mailbox.example>
Final-Recipient: rfc822;<ada@mailbox.example>
Action: failed
Status: 5.0.0
Remote-MTA: dns; mx.mailbox.example:25
Diagnostic-Code: smtp;host mx.mailbox.example:25 says:
 550 5.4.1 Recipient address rejected: Access denied

--_===1====tls.example.com===_--
`,
  },
  {
    form: 'RFC 6533: a UTF-8 address',
    comes: 'bounced mailbox hard now',
    enhanced: '5.1.1',
    text: `From: MAILER-DAEMON@mx.example.net
To: MAILFROM
MIME-Version: 1.0
Content-Type: multipart/report; report-type=global-delivery-status; boundary="B1"

--B1
Content-Type: message/global-delivery-status
Content-Transfer-Encoding: base64

UmVwb3J0aW5nLU1UQTogZG5zOyBteC5leGFtcGxlLm5ldAoKRmluYWwtUmVjaXBpZW50OiB1dGYt
ODsgYWRhQG1haWxib3guZXhhbXBsZQpBY3Rpb246IGZhaWxlZApTdGF0dXM6IDUuMS4xCg==

--B1--
`,
  },
  {
    form: 'An unknown server: only the subject known',
    comes: 'bounced unknown soft never',
    text: `From: Postmaster <postmaster@mail.example.com>
To: MAILFROM
Subject: Undeliverable: Hello

The gnomes could not carry your letter over the mountain.
`,
  },
  {
    form: 'An unknown server: known text, no code',
    comes: 'bounced mailbox soft streak',
    text: `From: Postmaster <postmaster@mail.example.com>
To: MAILFROM
Subject: Undeliverable: Hello

It is said of ada that there is no such user.
`,
  },
  {
    form: 'An unknown server: a full mailbox',
    comes: 'bounced full soft streak',
    text: `From: Postmaster <postmaster@mail.example.com>
To: MAILFROM
Subject: Mailbox full

Your mail could not be kept: the mailbox is full.
`,
  },
];
