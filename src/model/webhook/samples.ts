export const at = '2026-11-21T09:30:05.000Z';
export const sequence = Date.parse(at);

export const email = {
  email_id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb',
  message_id: '<eml_01kaa0xq5v8m3c2n7r4t6w9yzb@acme.example>',
  from: 'Acme <hello@acme.example>',
  to: ['ada@example.org'],
  subject: 'Your receipt',
  created_at: '2026-11-21T09:30:00.000Z',
  source: 'api',
  delivery_mode: 'live',
  subscriber_id: 'sub_01kaa0xq5v8m3c2n7r4t6w9yzc',
  sequence,
} as const;

export const link = 'https://acme.example/orders/17';

export const visit = {
  ipAddress: '192.0.2.0/24',
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
  timestamp: at,
  machine: false,
} as const;

export const bounce = {
  type: 'hard',
  subType: 'mailbox',
  message: '550 5.1.1 No such mailbox',
} as const;

export const delay = {
  message: '451 4.7.1 Try again later',
  next_attempt_at: '2026-11-21T09:35:05.000Z',
} as const;

export const failed = { reason: 'The sending domain is no longer verified' } as const;

export const subscriber = {
  id: 'sub_01kaa0xq5v8m3c2n7r4t6w9yzc',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: null,
  status: 'ACTIVE',
  source: 'API',
  externalId: 'user_17',
  attributes: { plan: 'pro' },
  createdAt: '2026-10-02T08:00:00.000Z',
  updatedAt: at,
  sequence,
} as const;

export const tagged = {
  id: subscriber.id,
  email: subscriber.email,
  tags: [{ id: 'tag_01kaa0xq5v8m3c2n7r4t6w9yzd', name: 'customers' }],
  sequence,
} as const;

export const event = {
  id: 'evt_01kaa0xq5v8m3c2n7r4t6w9yze',
  name: 'order.paid',
  subscriberId: subscriber.id,
  email: subscriber.email,
  properties: { total: 42.5, currency: 'EUR' },
  occurredAt: at,
  receivedAt: at,
  sequence,
} as const;

export const campaign = {
  id: 'cmp_01kaa0xq5v8m3c2n7r4t6w9yzf',
  name: 'November news',
  subject: 'What is new in November',
  status: 'SCHEDULED',
  scheduledAt: '2026-11-21T10:00:00.000Z',
  sentAt: null,
  sequence,
} as const;

export const campaignProblem = 'acme.example is not verified any more';

export const run = {
  id: 'run_01kaa0xq5v8m3c2n7r4t6w9yzk',
  workflowId: 'wfl_01kaa0xq5v8m3c2n7r4t6w9yzm',
  workflowName: 'Welcome series',
  version: 1,
  subscriberId: 'sub_01kaa0xq5v8m3c2n7r4t6w9yze',
  status: 'RUNNING',
  step: 'welcome',
  startedAt: at,
  endedAt: null,
  reason: null,
  sequence,
} as const;

export const workflow = {
  id: run.workflowId,
  name: run.workflowName,
  status: 'PAUSED',
  version: run.version,
  problem:
    'When it was approved or accepted, none of its mail would have left the server; now it would: call activate_workflow',
  sequence,
} as const;

export const workflowStep = {
  workflowId: run.workflowId,
  runId: run.id,
  step: 'crm',
  subscriberId: run.subscriberId,
  email: 'ada@example.com',
  data: { plan: 'pro' },
  sequence,
} as const;

export const domain = {
  id: 'dom_01kaa0xq5v8m3c2n7r4t6w9yzg',
  name: 'acme.example',
  status: 'verified',
  created_at: '2026-11-20T16:00:00.000Z',
  verified_at: at,
  sequence,
} as const;

export const suppression = {
  id: 'sup_01kaa0xq5v8m3c2n7r4t6w9yzh',
  email: 'ada@example.org',
  origin: 'bounce',
  scope: 'all',
  source_id: email.email_id,
  expires_at: null,
  sequence,
} as const;

export const importRun = {
  id: 'imp_01kaa0xq5v8m3c2n7r4t6w9yzj',
  rows: 1_250,
  created: 1_200,
  updated: 35,
  unchanged: 6,
  skipped: 0,
  duplicates: 5,
  invalid: 4,
  refused: 0,
  created_at: '2026-11-21T09:30:00.000Z',
  ended_at: at,
  sequence,
} as const;

const approval = {
  id: 'apr_01kaa0xq5v8m3c2n7r4t6w9yzp',
  tool: 'send_campaign',
  url: 'https://mail.acme.example/console/approvals/apr_01kaa0xq5v8m3c2n7r4t6w9yzp',
  sequence,
} as const;

export const approvalAsked = {
  ...approval,
  token: { id: 'tok_01kaa0xq5v8m3c2n7r4t6w9yzq', name: 'assistant' },
  client: 'Claude 2.1',
  recipients: 1_250,
  asked_at: at,
  expires_at: '2026-11-22T09:30:05.000Z',
} as const;

export const approvalDecided = {
  ...approval,
  decision: 'declined',
  by: { id: 'per_01kaa0xq5v8m3c2n7r4t6w9yzr', name: 'Ada' },
  word: 'Not before Monday',
  decided_at: at,
} as const;

export const disabled = {
  id: 'whk_01kaa0xq5v8m3c2n7r4t6w9yzk',
  url: 'https://hooks.acme.example/posthouse',
  reason: 'No delivery succeeded for 120 hours',
  sequence,
} as const;

export const test = {
  id: 'whk_01kaa0xq5v8m3c2n7r4t6w9yzk',
  message: 'A test of this webhook',
  sequence,
} as const;
