import type { Question } from './question.ts';

const sending: readonly Question[] = [
  {
    ask: 'What do I need on my machine to try it, and how do I start it?',
    pages: ['start/first-mail', 'guides/install'],
    facts: ['Node 22.19 or newer', 'npm ci && npm start', 'npx posthouse'],
  },
  {
    ask: 'How do I send one mail with curl, and how do I see what happened to it?',
    pages: ['start/first-mail', 'sending'],
    facts: ['curl $API/emails -H "Authorization: Bearer $TOKEN"', '/emails/wait', '`delivered`'],
  },
  {
    ask: 'My job may run twice. How do I keep it from mailing the customer twice?',
    pages: ['start/first-mail', 'reference'],
    facts: ["'Idempotency-Key: receipt-17'", 'within 24 hours, a repeat returns the first result'],
  },
  {
    ask: 'I have 80 receipts to send, each to another person. One request or 80? What if one of them is wrong?',
    pages: ['sending', 'limits'],
    facts: [
      'send_email_batch, up to 100 in a call',
      '`permissive` sends the valid ones',
      'counts as one request',
    ],
  },
  {
    ask: 'Can I attach a PDF, or use cc and bcc?',
    pages: ['sending', 'guides/smtp'],
    facts: [/attachments.*copies \(`cc`, `bcc`\), use SMTP/, '10 MB a message'],
  },
  {
    ask: 'How do I greet people by first name, with something else when I do not know it?',
    pages: ['sending'],
    facts: ['{{firstName|there}}', 'Fields have no logic'],
  },
  {
    ask: 'Can a single mail be scheduled for tomorrow? Are there templates?',
    pages: ['sending'],
    facts: [
      'is sent immediately',
      'a campaign with `scheduledAt`, or a workflow with a delay',
      'To store a mail with variables, use a [template]',
    ],
  },
  {
    ask: 'Does it receive mail? Where do answers of my customers go?',
    pages: ['sending'],
    facts: ['Posthouse receives only bounces and complaints', '`reply_to`'],
  },
  {
    ask: 'How do I write mails as React components?',
    pages: ['guides/react-email'],
    facts: ['posthouse/react-email', 'await renderEmail(<Welcome', "{'{{firstName|friend}}'}"],
  },
];

const domains: readonly Question[] = [
  {
    ask: 'Which DNS records do I need, and where do I get their values?',
    pages: ['guides/domain-and-dns', 'deliverability'],
    facts: [
      'tools run add_domain --name acme.dev',
      '**DKIM**',
      '**SPF**',
      '**DMARC**',
      'Begin with `p=none`',
    ],
  },
  {
    ask: 'verify_domain says my DKIM record is not found, although I published it. What is wrong?',
    pages: ['guides/domain-and-dns'],
    facts: ['look for the domain twice in it', 'longer than 255 characters', '`advice`'],
  },
  {
    ask: 'What does a server need to deliver straight to Gmail without a relay?',
    pages: ['guides/delivery'],
    facts: ['POSTHOUSE_DELIVERY=direct', 'lets port 25 out', 'reverse name', 'POSTHOUSE_BOUNCE_DOMAIN'],
  },
  {
    ask: 'My provider blocks port 25. How do I send through Amazon SES or another SMTP account?',
    pages: ['guides/delivery'],
    facts: ['POSTHOUSE_DELIVERY=relay', 'smtp://USER:PASSWORD@email-smtp.eu-west-1.amazonaws.com:587'],
  },
  {
    ask: 'Relay is configured, yet my mail is still not sent: delivery_mode says captured. Why?',
    pages: ['guides/not-delivered', 'guides/production'],
    facts: ['sending is off for the organization', 'update_organization --id org_… --sending_enabled true'],
  },
  {
    ask: 'How many mails a day may a new domain send?',
    pages: ['deliverability'],
    facts: ['at most 1,000 mails to each provider on its first day', 'twice as many each day', 'for 14 days'],
  },
  {
    ask: 'How do I change DKIM keys without breaking signatures?',
    pages: ['guides/delivery', 'deliverability'],
    facts: ['rotate_domain_dkim', 'the old ones sign until the new record is seen'],
  },
  {
    ask: 'A customer says that the mail never came. Where do I look first?',
    pages: ['guides/not-delivered'],
    facts: ['/emails?to=ada@example.com', '`last_event` says where it is', 'GET /suppressions/{address}'],
  },
  {
    ask: 'For how long is a mail retried when the other server says "try later"?',
    pages: ['sending', 'guides/delivery'],
    facts: ['tried again for 3 days', 'for three days', '`delivery_delayed`'],
  },
];

const smtp: readonly Question[] = [
  {
    ask: 'Which host, ports, user and password do I enter in a program that sends by SMTP?',
    pages: ['guides/smtp', 'guides/frameworks'],
    facts: ['STARTTLS on 2587', 'TLS from the first byte on 2465', 'any user name', '`emails.send`'],
  },
  {
    ask: 'What are the Django settings?',
    pages: ['guides/frameworks'],
    facts: ['EMAIL_PORT = 587', 'EMAIL_USE_TLS = True', 'EMAIL_HOST_PASSWORD'],
  },
  {
    ask: 'Python refuses the certificate of my local server. What now?',
    pages: ['guides/smtp'],
    facts: ['.posthouse/smtp-tls.crt', 'ssl.create_default_context(cafile=', 'POSTHOUSE_TLS_CERT'],
  },
  {
    ask: 'How many recipients and how large a message does SMTP take?',
    pages: ['limits', 'guides/smtp'],
    facts: ['10 MB, 50 recipients', 'about 7 MB of attachments'],
  },
];

const webhooks: readonly Question[] = [
  {
    ask: 'How does my receiver know that a webhook is really from this server?',
    pages: ['webhooks', 'guides/sdk'],
    facts: ['Standard Webhooks', '`webhook-signature`', 'standardwebhooks', 'verifyRequest'],
  },
  {
    ask: 'Signature checks fail in Express although the secret is right. Why?',
    pages: ['guides/sdk', 'webhooks'],
    facts: ['the raw body and the secret', 'the signature no longer matches'],
  },
  {
    ask: 'My receiver was down for a day. Are the events lost? How do I get them again?',
    pages: ['webhooks'],
    facts: [
      '5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h',
      'replay_webhook_deliveries',
      '120 hours without a success',
    ],
  },
  {
    ask: 'Can I post events to Slack directly? And to http://localhost while I develop?',
    pages: ['webhooks'],
    facts: ['A `url` of Slack or Discord is refused', 'POSTHOUSE_WEBHOOK_ALLOW_PRIVATE=true'],
  },
  {
    ask: 'What does the payload of a bounce look like, and how do I tell hard from soft?',
    pages: ['events/email.bounced', 'webhooks'],
    facts: ['"type": "email.bounced"', '`bounce.type`', /"type": "(?:hard|soft)"/],
  },
  {
    ask: 'How do customers of Stripe become subscribers here?',
    pages: ['guides/integrations'],
    facts: ['Developers, Webhooks, Add destination', 'create_integration', '`cus_…` as external id'],
  },
];

const people: readonly Question[] = [
  {
    ask: 'How do I import my Mailchimp export, and what happens to people who unsubscribed there?',
    pages: ['import'],
    facts: [
      'posthouse import readers.csv --preview',
      'CONFIRM_TIME, else OPTIN_TIME',
      'UNSUBSCRIBED, BOUNCED and COMPLAINED subscribers keep their status',
    ],
  },
  {
    ask: 'All rows of my CSV are refused with consent_missing. Why?',
    pages: ['import'],
    facts: ['New people need consent', '--consent "Sign-up form of acme.com"'],
  },
  {
    ask: 'How do I ask new subscribers to confirm their address?',
    pages: ['guides/consent'],
    facts: ['double opt-in', '`"doubleOptIn": true`', 'PENDING'],
  },
  {
    ask: 'A person asks for deletion, another one for all their data. What do I call?',
    pages: ['guides/operations', 'export'],
    facts: ['`delete_subscriber`', 'posthouse export subscriber ada@example.com --out ada.json'],
  },
  {
    ask: 'How do I pick people on a paid plan who clicked in the last 90 days?',
    pages: ['segments'],
    facts: [
      '"field": "attributes.plan", "operator": "in"',
      '"field": "email_clicked", "operator": "within", "value": "90 days"',
    ],
  },
  {
    ask: 'How do I take everything out again if I leave?',
    pages: ['export', 'guides/backup-and-upgrade'],
    facts: ['/exports/organization.zip', 'keep it for 30 days after the last campaign'],
  },
];

/** Questions about mail, its delivery and its recipients. */
export const questionsOfSenders: readonly Question[] = [
  ...sending,
  ...domains,
  ...smtp,
  ...webhooks,
  ...people,
];
