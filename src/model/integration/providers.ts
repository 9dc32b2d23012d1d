import { dayMs, minuteMs } from '../instant.ts';
import type { TimeWindow } from './signatures.ts';

/** Routes, creation checks, the doctor and a test of every provider read this table. */

export const providerNames = [
  'stripe',
  'clerk',
  'polar',
  'supabase',
  'shopify',
  'segment',
  'custom',
  'ses',
  'postmark',
  'sendgrid',
  'mailgun',
] as const;
export type ProviderName = (typeof providerNames)[number];

/** `origin` proves that the sender once knew the secret, `path` that it knows the URL; neither proves the content. */
export const proofKinds = ['body+time', 'body', 'origin', 'path'] as const;
export type ProofKind = (typeof proofKinds)[number];

export type Scheme =
  | { by: 'stripe' | 'sendgrid' | 'mailgun' | 'sns'; window: TimeWindow }
  | { by: 'standard'; prefixes: readonly string[]; key: 'base64' | 'text'; window: TimeWindow }
  | { by: 'shopify' | 'segment' | 'none' };

export type Repeats = {
  /** `signed` is the signed id of Standard Webhooks. Body `fields` form the id together, or `each` is an id. */
  id: 'signed' | { header: string } | { fields: readonly string[]; each?: true } | null;
  /** Whether the body also identifies a repetition, because the id is unsigned or differs per attempt. */
  body: boolean;
  /** Retention of ids. A proof without a time never expires, so these are kept longest. */
  keptMs: number;
};

export type ProofScheme = {
  scheme: Scheme;
  proof: ProofKind;
  pathSecret: boolean;
  repeats: Repeats;
};

type Provider = {
  title: string;
  /** `events` concern people; `feedback` is the outcome of our mail. */
  sends: 'events' | 'feedback';
  secretIs: string;
  /** For integrations with a secret; null if the provider has none. */
  signed: ProofScheme | null;
  /** For integrations without a secret; null if a secret is required. */
  unsigned: ProofScheme | null;
};

/** Standard Webhooks and Stripe allow five minutes both ways. */
const fiveMinutes: TimeWindow = { pastMs: 5 * minuteMs, aheadMs: 5 * minuteMs };
/** These sign the time of the event and repeat it unchanged for hours. */
const oneDay: TimeWindow = { pastMs: dayMs, aheadMs: 5 * minuteMs };

const twoDaysMs = 2 * dayMs;
/** Stripe and others retry for up to three days, each time with a new timestamp. */
const monthMs = 30 * dayMs;
const yearMs = 365 * dayMs;
/** The same body may be sent again on purpose, so a repetition is recognized only within this time. */
const soonMs = 5 * minuteMs;

const standard = (
  prefixes: readonly string[],
  key: 'base64' | 'text' = 'base64',
  repeats: Partial<Repeats> = {},
): ProofScheme => ({
  scheme: { by: 'standard', prefixes, key, window: fiveMinutes },
  proof: 'body+time',
  pathSecret: false,
  repeats: {
    id: 'signed',
    body: false,
    keptMs: monthMs,
    ...repeats,
  },
});

const byPath = (id: Repeats['id'], body: boolean, keptMs: number): ProofScheme => ({
  scheme: { by: 'none' },
  proof: 'path',
  pathSecret: true,
  repeats: { id, body, keptMs },
});

export const providers: Readonly<Record<ProviderName, Provider>> = {
  stripe: {
    title: 'Stripe',
    sends: 'events',
    secretIs: 'the signing secret of the webhook endpoint, whsec_…',
    signed: {
      scheme: { by: 'stripe', window: fiveMinutes },
      proof: 'body+time',
      pathSecret: false,
      repeats: { id: { fields: ['id'] }, body: false, keptMs: monthMs },
    },
    unsigned: null,
  },
  clerk: {
    title: 'Clerk',
    sends: 'events',
    secretIs: 'the signing secret of the endpoint, whsec_…',
    signed: standard(['svix', 'webhook']),
    unsigned: null,
  },
  polar: {
    title: 'Polar',
    sends: 'events',
    secretIs: 'the secret of the webhook endpoint',
    signed: standard(['webhook'], 'text'),
    unsigned: null,
  },
  supabase: {
    title: 'Supabase',
    sends: 'events',
    secretIs: 'the secret of the auth hook, v1,whsec_…; none for a database webhook',
    // Each attempt has its own id and the same body.
    signed: standard(['webhook'], 'base64', { body: true, keptMs: 10 * minuteMs }),
    unsigned: byPath(null, true, soonMs),
  },
  shopify: {
    title: 'Shopify',
    sends: 'events',
    secretIs: 'the client secret of the app, or the one shown under Notifications',
    signed: {
      scheme: { by: 'shopify' },
      proof: 'body',
      pathSecret: false,
      repeats: { id: { header: 'x-shopify-webhook-id' }, body: true, keptMs: yearMs },
    },
    unsigned: null,
  },
  segment: {
    title: 'Segment',
    sends: 'events',
    secretIs: 'the shared secret of the Webhooks (Actions) destination',
    signed: {
      scheme: { by: 'segment' },
      proof: 'body',
      pathSecret: false,
      repeats: { id: { fields: ['messageId'] }, body: false, keptMs: yearMs },
    },
    unsigned: null,
  },
  custom: {
    title: 'Any other system',
    sends: 'events',
    secretIs: 'a Standard Webhooks secret, whsec_…; none for a secret in the URL',
    signed: standard(['webhook']),
    unsigned: byPath({ header: 'webhook-id' }, true, soonMs),
  },
  ses: {
    title: 'Amazon SES by SNS',
    sends: 'feedback',
    secretIs: 'the ARN of the SNS topic; without it the first topic that confirms',
    signed: {
      scheme: { by: 'sns', window: oneDay },
      proof: 'body+time',
      pathSecret: true,
      repeats: { id: { fields: ['MessageId'] }, body: false, keptMs: twoDaysMs },
    },
    unsigned: {
      scheme: { by: 'sns', window: oneDay },
      proof: 'body+time',
      pathSecret: true,
      repeats: { id: { fields: ['MessageId'] }, body: false, keptMs: twoDaysMs },
    },
  },
  postmark: {
    title: 'Postmark',
    sends: 'feedback',
    secretIs: 'none: Postmark signs nothing',
    signed: null,
    unsigned: byPath(
      { fields: ['RecordType', 'MessageID', 'BouncedAt', 'DeliveredAt', 'ChangedAt', 'ReceivedAt'] },
      false,
      monthMs,
    ),
  },
  sendgrid: {
    title: 'SendGrid',
    sends: 'feedback',
    secretIs: 'the verification key of the signed event webhook',
    signed: {
      scheme: { by: 'sendgrid', window: oneDay },
      proof: 'body+time',
      pathSecret: false,
      repeats: { id: null, body: true, keptMs: twoDaysMs },
    },
    unsigned: null,
  },
  mailgun: {
    title: 'Mailgun',
    sends: 'feedback',
    secretIs: 'the HTTP webhook signing key',
    signed: {
      scheme: { by: 'mailgun', window: oneDay },
      proof: 'origin',
      pathSecret: true,
      repeats: {
        id: { fields: ['signature.token', 'parent-signature.token'], each: true },
        body: false,
        keptMs: twoDaysMs,
      },
    },
    unsigned: null,
  },
};

/** Returns null for an integration that cannot exist. */
export function selectProofScheme(provider: ProviderName, hasSecret: boolean): ProofScheme | null {
  const { signed, unsigned } = providers[provider];
  return hasSecret ? signed : unsigned;
}

export function selectProofKind(provider: ProviderName, hasSecret: boolean): ProofKind {
  return selectProofScheme(provider, hasSecret)?.proof ?? 'path';
}
