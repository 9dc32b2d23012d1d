import { dayMs, minuteMs } from '../instant.ts';
import type { TimeWindow } from './signatures.ts';

/**
 * The table of providers: what proves a request of each, what tells a repeated one, and how long. It is the one source for
 * the door, for what is refused at creation, for the doctor, and for the test of every provider.
 */

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

/**
 * What a request proves. `body+time`: who sent it, what, and when. `body`: who and what. `origin`: that its sender knew the
 * secret once, and not what they sent. `path`: that its sender knows the URL.
 */
export const proofKinds = ['body+time', 'body', 'origin', 'path'] as const;
export type ProofKind = (typeof proofKinds)[number];

/** How a request is signed; `none` where nothing is. */
export type Scheme =
  | { by: 'stripe' | 'sendgrid' | 'mailgun' | 'sns'; window: TimeWindow }
  | { by: 'standard'; prefixes: readonly string[]; key: 'base64' | 'text'; window: TimeWindow }
  | { by: 'shopify' | 'segment' | 'none' };

/** What tells that a request came before. */
export type Repeats = {
  /** Where its id stands: the signed one of Standard Webhooks, a header, or fields of the body that are its id together or each. */
  id: 'signed' | { header: string } | { fields: readonly string[]; each?: true } | null;
  /** Whether the body tells as well: where the id is not signed, or is another one for each attempt. */
  body: boolean;
  /** How long it is remembered. A proof without a time holds for ever, so those are remembered longest. */
  keptMs: number;
};

export type Way = {
  scheme: Scheme;
  proof: ProofKind;
  /** Whether the URL holds a secret of 256 bits besides. */
  pathSecret: boolean;
  repeats: Repeats;
};

type Provider = {
  title: string;
  /** `events`: of people; `feedback`: the outcome of our mail. */
  sends: 'events' | 'feedback';
  /** What the secret is called where the provider shows it. */
  secretIs: string;
  /** The way of one that was made with a secret; null where there is none to give. */
  signed: Way | null;
  /** The way of one that was made without; null where a secret is needed. */
  unsigned: Way | null;
};

/** Standard Webhooks and Stripe: five minutes both ways. */
const fiveMinutes: TimeWindow = { pastMs: 5 * minuteMs, aheadMs: 5 * minuteMs };
/** These sign when something happened and repeat it for hours with the same time. */
const oneDay: TimeWindow = { pastMs: dayMs, aheadMs: 5 * minuteMs };

const twoDaysMs = 2 * dayMs;
/** Stripe and others retry for up to three days, each time with a time of its own. */
const monthMs = 30 * dayMs;
const yearMs = 365 * dayMs;
/** Where the same body may be sent again on purpose, a repetition is recognized only by coming soon. */
const soonMs = 5 * minuteMs;

const standard = (
  prefixes: readonly string[],
  key: 'base64' | 'text' = 'base64',
  repeats: Partial<Repeats> = {},
): Way => ({
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

const byPath = (id: Repeats['id'], body: boolean, keptMs: number): Way => ({
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
    // Each attempt at one mail has an id of its own and the same body.
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

/** How requests of an integration are proved; null for one that cannot have been made so. */
export function wayOf(provider: ProviderName, hasSecret: boolean): Way | null {
  const { signed, unsigned } = providers[provider];
  return hasSecret ? signed : unsigned;
}

export function proofOf(provider: ProviderName, hasSecret: boolean): ProofKind {
  return wayOf(provider, hasSecret)?.proof ?? 'path';
}
