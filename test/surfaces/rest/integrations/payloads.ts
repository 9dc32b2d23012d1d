/** Sample payloads in the shape that each provider documents. */

export const ada = { email: 'ada@mailbox.dev', first: 'Ada', last: 'Lovelace' };

export const stripeCustomer = (fields: Record<string, unknown> = {}) => ({
  id: 'evt_1PosthouseCustomer',
  object: 'event',
  api_version: '2026-08-27',
  created: 1_790_000_000,
  livemode: false,
  type: 'customer.created',
  data: {
    object: {
      id: 'cus_Posthouse1',
      object: 'customer',
      email: ada.email,
      name: `${ada.first} ${ada.last}`,
      preferred_locales: ['en-GB'],
      currency: 'eur',
      ...fields,
    },
  },
});

export const clerkUser = {
  object: 'event',
  type: 'user.created',
  timestamp: 1_790_000_000_000,
  data: {
    id: 'user_Posthouse1',
    object: 'user',
    first_name: ada.first,
    last_name: ada.last,
    username: 'countess',
    primary_email_address_id: 'idn_2',
    email_addresses: [
      { id: 'idn_1', email_address: 'old@mailbox.dev' },
      { id: 'idn_2', email_address: ada.email },
    ],
  },
};

export const polarSubscription = {
  type: 'subscription.created',
  timestamp: '2026-09-21T12:00:00Z',
  data: {
    id: '0c9a5f6e-8a55-4d0d-9f11-2b8f6d7c1a01',
    status: 'active',
    amount: 900,
    currency: 'usd',
    product_id: 'b0c1a8e7-0000-4000-8000-000000000001',
    product: { id: 'b0c1a8e7-0000-4000-8000-000000000001', name: 'Pro' },
    customer: { id: 'c1', email: ada.email, name: `${ada.first} ${ada.last}`, external_id: 'u-42' },
  },
};

export const supabaseRow = {
  type: 'INSERT',
  table: 'profiles',
  schema: 'public',
  record: {
    id: 'a5b1',
    email: ada.email,
    full_name: `${ada.first} ${ada.last}`,
    created_at: '2026-09-21T12:00:00Z',
  },
  old_record: null,
};

export const supabaseBeforeUser = {
  metadata: {
    uuid: 'b1',
    time: '2026-09-21T12:00:00Z',
    name: 'before-user-created',
    ip_address: '192.0.2.7',
  },
  user: {
    id: '8484b834-0000-4000-8000-42644d154f76',
    email: ada.email,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { full_name: `${ada.first} ${ada.last}` },
  },
};

export const shopifyCustomer = (state: 'subscribed' | 'not_subscribed' | 'unsubscribed' = 'subscribed') => ({
  id: 7_000_001,
  email: ada.email,
  first_name: ada.first,
  last_name: ada.last,
  orders_count: 2,
  total_spent: '41.00',
  currency: 'EUR',
  created_at: '2026-09-21T12:00:00+02:00',
  updated_at: '2026-09-21T12:00:00+02:00',
  email_marketing_consent: {
    state,
    opt_in_level: 'single_opt_in',
    consent_updated_at: '2026-09-21T12:00:00+02:00',
  },
});

export const segmentTrack = {
  type: 'track',
  event: 'Order Completed',
  messageId: 'ajs-1-posthouse',
  userId: 'u-42',
  timestamp: '2026-09-21T12:00:00.000Z',
  sentAt: '2026-09-21T12:00:00.000Z',
  context: { locale: 'en-GB', timezone: 'Europe/London', traits: { email: ada.email } },
  properties: { total: 41, currency: 'EUR', products: [{ sku: 'a' }] },
};

export const customEvent = {
  event: 'trial.started',
  email: ada.email,
  firstName: ada.first,
  lastName: ada.last,
  externalId: 'u-42',
  attributes: { plan: 'pro', seats: 3 },
  properties: { source: 'pricing' },
  tags: ['trial'],
};

type About = { to?: string; messageId?: string };

export const sesBounce = ({ to = ada.email, messageId = '<unknown@acme.dev>' }: About = {}) => ({
  notificationType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [
      { emailAddress: to, action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' },
    ],
    timestamp: '2026-09-21T12:00:00.000Z',
    feedbackId: '0100019-feedback',
    reportingMTA: 'dns; a8-70.smtp-out.amazonses.com',
  },
  mail: {
    timestamp: '2026-09-21T12:00:00.000Z',
    source: 'hello@acme.dev',
    messageId: '010001990000aaaa-posthouse-000000',
    destination: [to],
    headers: [
      { name: 'From', value: 'hello@acme.dev' },
      { name: 'Message-ID', value: messageId },
    ],
    commonHeaders: { subject: 'Hello', messageId },
  },
});

export const sesComplaint = (about: About = {}) => {
  const { mail, ...rest } = sesBounce(about);
  return {
    notificationType: 'Complaint',
    complaint: {
      complainedRecipients: [{ emailAddress: about.to ?? ada.email }],
      complaintFeedbackType: 'abuse',
      timestamp: rest.bounce.timestamp,
    },
    mail,
  };
};

export const postmarkBounce = ({ to = ada.email }: About = {}) => ({
  RecordType: 'Bounce',
  MessageStream: 'outbound',
  ID: 4_323_372_036,
  Type: 'HardBounce',
  TypeCode: 1,
  Name: 'Hard bounce',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Metadata: {},
  Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
  Email: to,
  From: 'hello@acme.dev',
  BouncedAt: '2026-09-21T12:00:00Z',
  Inactive: true,
  Subject: 'Hello',
});

export const postmarkComplaint = (about: About = {}) => ({
  ...postmarkBounce(about),
  RecordType: 'SpamComplaint',
  Type: 'SpamComplaint',
});

export const sendgridEvents = ({ to = ada.email, messageId = '<unknown@acme.dev>' }: About = {}) => [
  {
    email: to,
    timestamp: 1_790_000_000,
    'smtp-id': messageId,
    event: 'processed',
    sg_event_id: 'a1',
    sg_message_id: 'm.filter',
  },
  {
    email: to,
    timestamp: 1_790_000_001,
    'smtp-id': messageId,
    event: 'bounce',
    type: 'bounce',
    status: '5.1.1',
    reason: '550 5.1.1 user unknown',
    sg_event_id: 'a2',
    sg_message_id: 'm.filter',
  },
];

export const sendgridComplaint = (about: About = {}) => [
  { ...sendgridEvents(about)[0], event: 'spamreport', sg_event_id: 'a3' },
];

export const mailgunFailed = ({ to = ada.email, messageId = 'unknown@acme.dev' }: About = {}) => ({
  event: 'failed',
  severity: 'permanent',
  reason: 'bounce',
  id: 'G9Bn5sl1TC6nu79C8C0bwg',
  timestamp: 1_790_000_000.5,
  recipient: to,
  'delivery-status': {
    code: 550,
    'enhanced-code': '5.1.1',
    message: '5.1.1 user unknown',
    'mx-host': 'mx.mailbox.dev',
  },
  message: {
    headers: { to, from: 'hello@acme.dev', subject: 'Hello', 'message-id': messageId.replace(/[<>]/g, '') },
  },
});

export const mailgunComplained = (about: About = {}) => ({
  ...mailgunFailed(about),
  event: 'complained',
  severity: undefined,
});
