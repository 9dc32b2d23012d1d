import type { Question } from './question.ts';

const campaigns: readonly Question[] = [
  {
    ask: 'How do I schedule a campaign for 9 in the morning in Lisbon, and take it back?',
    pages: ['start/first-campaign'],
    facts: ['"scheduledAt": "2030-05-04T09:00"', '"timezone": "Europe/Lisbon"', '/cancel'],
  },
  {
    ask: 'My campaign is refused with missing_unsubscribe_url. What must it contain?',
    pages: ['errors/missing_unsubscribe_url'],
    facts: ['[Leave this list]({{unsubscribeUrl}})', 'Hidden links, and links without text, do not count'],
  },
  {
    ask: 'I sent a campaign with a wrong link. Can it be corrected?',
    pages: ['campaigns'],
    facts: ['redirect_link', '`tracking.clicks`'],
  },
  {
    ask: 'How do I stop a campaign that is being sent?',
    pages: ['campaigns'],
    facts: ['pause_campaign stops a campaign until resume_campaign', 'end_campaign stops it for good'],
  },
  {
    ask: 'How do I test two subject lines on a fifth of the audience?',
    pages: ['guides/campaigns'],
    facts: ['"abTest"', '"percent": 20', '"waitMinutes": 120'],
  },
  {
    ask: 'How do I write again after three days only to those who did not click?',
    pages: ['start/welcome-series', 'workflows'],
    facts: [
      '"type": "delay", "duration": "3 days"',
      '"field": "email_clicked", "operator": "eq", "value": "welcome"',
      '/simulate',
    ],
  },
  {
    ask: 'How does a person drop out of a workflow when they buy?',
    pages: ['workflows'],
    facts: [
      '"goal": { "field": "event.order.paid", "operator": "exists" }',
      '`goal` (a rule that ends runs)',
    ],
  },
  {
    ask: 'My newsletter is refused as cold e-mail. How do I find out why without sending it?',
    pages: ['content-verification', 'errors/content_verification_failed'],
    facts: ['POST /api/v2/verify/content', 'returns the verdict and sends nothing', '`badges`'],
  },
];

const assistants: readonly Question[] = [
  {
    ask: 'How do I connect Claude Code or Cursor?',
    pages: ['guides/assistants'],
    facts: ['posthouse -- connect claude-code', 'cursor://', '"url": "http://127.0.0.1:3025/mcp"'],
  },
  {
    ask: 'Can an assistant mail my whole list by mistake? How does a person approve a send?',
    pages: ['guides/approvals', 'guides/decide-approvals'],
    facts: [
      'Before it mails several people, a person approves',
      '`confirmation_required`',
      '15 minutes',
      'POSTHOUSE_MCP_CONFIRM',
    ],
  },
  {
    ask: 'Who can say yes to a send of an assistant: can the assistant approve itself?',
    pages: ['guides/approvals', 'guides/decide-approvals'],
    facts: ['POSTHOUSE_MCP_CONFIRM_BY', 'does not prove that a person approved', '24 hours'],
  },
  {
    ask: 'Approve on a terminal what an assistant asks, without a server',
    pages: ['guides/decide-approvals'],
    facts: ['posthouse approvals approve', 'typed at a terminal'],
  },
  {
    ask: 'How do approvers hear that an assistant asks, and how do I turn the mail off?',
    pages: ['guides/approvals'],
    facts: ['at most one in 15 minutes', 'A person without an address gets none', 'approval.requested'],
  },
  {
    ask: 'How do I make a token that reads and writes campaigns and can never send?',
    pages: ['guides/approvals', 'start/connect-an-assistant'],
    facts: ['--scopes campaigns.read --scopes campaigns.write', '`emails.send` and `campaigns.send`'],
  },
  {
    ask: 'What did the assistant do yesterday?',
    pages: ['start/connect-an-assistant', 'guides/decide-approvals'],
    facts: ['tools run list_audit_log', 'for 90 days'],
  },
  {
    ask: 'How does a hosted connector in the cloud sign in?',
    pages: ['guides/oauth'],
    facts: ['POSTHOUSE_OAUTH=embedded', 'https://mail.acme.dev/mcp', '`revoke_grant`'],
  },
];

const testing: readonly Question[] = [
  {
    ask: 'Which addresses may my tests mail without reaching a real person?',
    pages: ['guides/testing'],
    facts: [
      '`playwright-test-42@gmail.com`',
      '`.test`, `.example`, `.invalid` or `.localhost`',
      '`"mode": "test"`',
    ],
  },
  {
    ask: 'How do I see how my app handles a bounce or a complaint?',
    pages: ['guides/testing'],
    facts: ['`bounce`, `bounce+42`', '`complaint`'],
  },
  {
    ask: 'How does a Playwright test wait for the mail and follow its link?',
    pages: ['start/test-sign-up-mail'],
    facts: [
      'base.extend<PosthouseTest, PosthouseWorker>(posthouseFixtures())',
      'inbox.waitForEmail',
      "mail.link('confirm')",
      'GET /emails/wait',
    ],
  },
];

const limits: readonly Question[] = [
  {
    ask: 'How many requests a minute may I make, and how do I see how many are left?',
    pages: ['rate-limits'],
    facts: ['free: 100 requests a minute', '`RateLimit`', '`Retry-After`'],
  },
  {
    ask: 'I get RECIPIENT_RATE_LIMITED for one customer. What is the rule, and does a larger plan help?',
    pages: ['errors/RECIPIENT_RATE_LIMITED', 'limits'],
    facts: [
      'At most 5 single mails in 10 minutes, 20 mails of any kind in 24 hours',
      'no plan and no other spelling of the address changes it',
    ],
  },
  {
    ask: 'What does 409 invalid_idempotent_request want from me?',
    pages: ['errors/invalid_idempotent_request'],
    facts: ['Use a new key for a new request'],
  },
  {
    ask: 'I get domain_not_verified. How do I mend it?',
    pages: ['errors/domain_not_verified'],
    facts: ['POST /domains', '/verify'],
  },
  {
    ask: 'How do I make a token that may mail our own people alone, at most 100 mails a day?',
    pages: ['guides/operations', 'limits'],
    facts: [
      '"allowed_recipients":["*@acme.dev"]',
      '"send_cap":{"per_day":100}',
      'They hold for the mail of a double opt-in too',
    ],
  },
  {
    ask: 'I lost the API token. How do I get in again?',
    pages: ['guides/operations'],
    facts: ['A token is shown once', 'tools run create_token --name admin --scopes full_access'],
  },
  {
    ask: 'How do I raise the plan of an organization, or add one for another customer?',
    pages: ['guides/operations'],
    facts: ['tools run create_organization --name Shop --plan premium', '--plan enterprise'],
  },
];

const running: readonly Question[] = [
  {
    ask: 'How do I back up a running server, and what besides the database?',
    pages: ['guides/backup-and-upgrade'],
    facts: ['npx posthouse backup', '.posthouse/secret'],
  },
  {
    ask: 'I restored a backup and nothing is sent. Is that meant?',
    pages: ['guides/backup-and-upgrade'],
    facts: ['restored copy sends nothing', 'npx posthouse release-queue'],
  },
  {
    ask: 'What does an upgrade do to my database, and can I go back?',
    pages: ['guides/backup-and-upgrade', 'guides/install'],
    facts: ['upgrade --check', 'There are no downgrades', 'To go back, restore the backup'],
  },
  {
    ask: 'How do I run it on PostgreSQL with a second machine that delivers?',
    pages: ['guides/several-machines'],
    facts: ['POSTHOUSE_DATABASE_URL=postgres://', 'the same `POSTHOUSE_SECRET`', 'serve --role worker'],
  },
  {
    ask: 'Can I move an SQLite installation to PostgreSQL?',
    pages: ['guides/several-machines'],
    facts: ['nothing is carried over from SQLite', '[export](', '[import]('],
  },
  {
    ask: 'What do I monitor, and is there a Prometheus endpoint?',
    pages: ['guides/monitoring', 'guides/metrics'],
    facts: ['`GET /metrics`', 'POSTHOUSE_METRICS_TOKEN', '`GET /readyz`', 'doctor --json', '## Alerts'],
  },
  {
    ask: 'How do I put nginx or Caddy in front of it?',
    pages: ['guides/install'],
    facts: ['POSTHOUSE_TRUST_PROXY=127.0.0.1', 'deploy/nginx.conf', 'deploy/Caddyfile'],
  },
  {
    ask: 'For how long is the content of mails kept?',
    pages: ['guides/operations'],
    facts: ['POSTHOUSE_RETENTION_DAYS` (90)', 'the recipient, the subject and the events stay'],
  },
  {
    ask: 'How do I run it in Docker, and where do I find the token?',
    pages: ['guides/install'],
    facts: ['docker compose up', 'docker compose logs posthouse'],
  },
];

const moving: readonly Question[] = [
  {
    ask: 'Does the SDK throw? What does it retry, and for how long does it wait?',
    pages: ['guides/sdk'],
    facts: ['does not throw', '.orThrow()', '`maxRetryWait` (60 s)', 'idempotency key, made once'],
  },
  {
    ask: 'What changes in my code when I come from Resend?',
    pages: ['guides/from-resend'],
    facts: ['one recipient a mail', '| `attachments` | over', '{{{RESEND_UNSUBSCRIBE_URL}}}'],
  },
  {
    ask: 'We test with Mailpit on port 1025. What replaces it?',
    pages: ['guides/from-mailpit'],
    facts: ['SMTP at 2587', 'GET /api/v2/emails?to=…', '`POST /api/v2/emails/release`'],
  },
  {
    ask: 'How do lists and templates of listmonk map to this?',
    pages: ['guides/from-listmonk'],
    facts: [
      'a public list is a tag that is a topic',
      '{{ UnsubscribeURL }}',
      'several relays in `POSTHOUSE_RELAY_URL`',
    ],
  },
  {
    ask: 'How do I take the suppressions of Postmark along?',
    pages: ['guides/from-postmark'],
    facts: ['tools run import_suppressions --json -'],
  },
  {
    ask: 'What happens to content, replyTo and tracking when I move from API v1 to v2?',
    pages: ['move-from-v1'],
    facts: ['`markdown`', '`reply_to`', 'the sending domain decides'],
  },
];

/** Questions about campaigns, assistants, tests, and a server in production. */
export const questionsOfOperators: readonly Question[] = [
  ...campaigns,
  ...assistants,
  ...testing,
  ...limits,
  ...running,
  ...moving,
];
