import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import type { ProviderName } from '../../../../src/model/integration/providers.ts';
import { makeCertificate } from '../../../world/certificates.ts';
import * as payloads from './payloads.ts';

/** Requests signed as each provider does it, with the provider's library where one can sign. */

export type SignedRequest = { headers: Record<string, string>; body: string };

export type Signer = {
  provider: ProviderName;
  /** The secret of the integration. */
  secret: string | undefined;
  otherSecret: string | undefined;
  payload: unknown;
  /** @param at epoch ms of the signature */
  sign(this: Signer, payload: unknown, at: number, more?: { id?: string; secret?: string }): SignedRequest;
};

const json = { 'content-type': 'application/json' };
const stripe = new Stripe('sk_test_posthouse');
const whsec = (fill: number) => `whsec_${Buffer.alloc(32, fill).toString('base64')}`;

let ids = 0;
const nextId = () => `msg_${++ids}`;

function standardly(prefix: string, secretOf: (secret: string) => string): Signer['sign'] {
  return function sign(this: Signer, payload, at, { id = nextId(), secret = this.secret! } = {}) {
    const body = JSON.stringify(payload);
    return {
      body,
      headers: {
        ...json,
        [`${prefix}-id`]: id,
        [`${prefix}-timestamp`]: String(Math.floor(at / 1000)),
        [`${prefix}-signature`]: new Webhook(secretOf(secret)).sign(id, new Date(at), body),
      },
    };
  };
}

const svix = standardly('svix', (secret) => secret);
const webhook = standardly('webhook', (secret) => secret);
/** Polar’s own kit encodes the secret before passing it to the library. */
const polar = standardly('webhook', (secret) => Buffer.from(secret).toString('base64'));
const supabase = standardly('webhook', (secret) => secret.replace(/^v1,/, ''));

const sendgridKeys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const otherKeys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const spki = ({ publicKey }: typeof sendgridKeys) =>
  publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

export const topic = 'arn:aws:sns:eu-west-1:123456789012:ses-feedback';
export const foreignTopic = 'arn:aws:sns:eu-west-1:999999999999:ses-feedback';
const authority = makeCertificate({ name: 'authority', authority: true });
export const snsCertificate = makeCertificate({
  name: 'sns.eu-west-1.amazonaws.com',
  issuer: authority,
  key: 'rsa',
});
export const snsCertificateUrl =
  'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem';

type SnsFields = Record<string, string>;

/** An SNS message signed with the key of the certificate above. */
export function snsRequest(fields: SnsFields, version: '1' | '2' = '2'): SignedRequest {
  const names =
    fields.Type === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const signed = names
    .flatMap((name) => (fields[name] === undefined ? [] : [`${name}\n${fields[name]}\n`]))
    .join('');
  const algorithm = version === '1' ? 'sha1' : 'sha256';
  const message = {
    SignatureVersion: version,
    SigningCertURL: snsCertificateUrl,
    Signature: sign(algorithm, Buffer.from(signed), snsCertificate.privateKey).toString('base64'),
    ...fields,
  };
  return { body: JSON.stringify(message), headers: { 'content-type': 'text/plain; charset=UTF-8' } };
}

export function snsNotification(
  message: unknown,
  at: number,
  more: SnsFields = {},
  version?: '1' | '2',
): SignedRequest {
  return snsRequest(
    {
      Type: 'Notification',
      MessageId: `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
      TopicArn: topic,
      Message: JSON.stringify(message),
      Timestamp: new Date(at).toISOString(),
      ...more,
    },
    version,
  );
}

export function snsConfirmation(at: number, arn = topic, more: SnsFields = {}): SignedRequest {
  return snsRequest({
    Type: 'SubscriptionConfirmation',
    MessageId: `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    Token: 'a'.repeat(64),
    TopicArn: arn,
    Message: `You have chosen to subscribe to the topic ${arn}.`,
    SubscribeURL: subscribeUrl(arn),
    Timestamp: new Date(at).toISOString(),
    ...more,
  });
}

export function subscribeUrl(arn = topic): string {
  return `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${arn}&Token=${'a'.repeat(64)}`;
}

export const signers: readonly Signer[] = [
  {
    provider: 'stripe',
    secret: 'whsec_posthousesecretofanendpoint01',
    otherSecret: 'whsec_posthousesecretofanendpoint02',
    payload: payloads.stripeCustomer(),
    sign(this: Signer, payload, at, { secret = this.secret, id } = {}) {
      const body = JSON.stringify({ ...(payload as object), id: id ?? `evt_${nextId()}` });
      const timestamp = Math.floor(at / 1000);
      const header = stripe.webhooks.generateTestHeaderString({ payload: body, secret: secret!, timestamp });
      return { body, headers: { ...json, 'stripe-signature': header } };
    },
  },
  {
    provider: 'clerk',
    secret: whsec(1),
    otherSecret: whsec(2),
    payload: payloads.clerkUser,
    sign: svix,
  },
  {
    provider: 'polar',
    secret: 'polar_whs_posthouse_secret',
    otherSecret: 'polar_whs_another_secret',
    payload: payloads.polarSubscription,
    sign: polar,
  },
  {
    provider: 'supabase',
    secret: `v1,${whsec(3)}`,
    otherSecret: `v1,${whsec(4)}`,
    payload: payloads.supabaseBeforeUser,
    sign: supabase,
  },
  {
    provider: 'shopify',
    secret: 'shpss_posthouse_client_secret',
    otherSecret: 'shpss_another_client_secret',
    payload: payloads.shopifyCustomer(),
    sign(this: Signer, payload, _at, { secret = this.secret, id = nextId() } = {}) {
      // Shopify gives every change of a customer its own time.
      const body = JSON.stringify({ ...(payload as object), updated_at: id });
      const signature = createHmac('sha256', secret!).update(body).digest('base64');
      return {
        body,
        headers: {
          ...json,
          'x-shopify-hmac-sha256': signature,
          'x-shopify-topic': 'customers/create',
          'x-shopify-webhook-id': id,
        },
      };
    },
  },
  {
    provider: 'segment',
    secret: 'segment-shared-secret',
    otherSecret: 'segment-another-secret',
    payload: payloads.segmentTrack,
    sign(this: Signer, payload, _at, { secret = this.secret, id = nextId() } = {}) {
      const body = JSON.stringify({ ...(payload as object), messageId: id });
      return {
        body,
        headers: { ...json, 'x-signature': createHmac('sha1', secret!).update(body).digest('hex') },
      };
    },
  },
  {
    provider: 'custom',
    secret: whsec(5),
    otherSecret: whsec(6),
    payload: payloads.customEvent,
    sign: webhook,
  },
  {
    provider: 'ses',
    secret: topic,
    otherSecret: foreignTopic,
    payload: payloads.sesBounce(),
    sign: (payload, at, { id, secret = topic } = {}) =>
      snsNotification(payload, at, { TopicArn: secret, ...(id && { MessageId: id }) }),
  },
  {
    provider: 'sendgrid',
    secret: spki(sendgridKeys),
    otherSecret: spki(otherKeys),
    payload: payloads.sendgridEvents(),
    sign(this: Signer, payload, at, { secret = this.secret } = {}) {
      const body = JSON.stringify(payload);
      const time = String(Math.floor(at / 1000));
      const { privateKey } = secret === this.secret ? sendgridKeys : otherKeys;
      const signature = sign('sha256', Buffer.from(time + body), privateKey).toString('base64');
      return {
        body,
        headers: {
          ...json,
          'x-twilio-email-event-webhook-signature': signature,
          'x-twilio-email-event-webhook-timestamp': time,
        },
      };
    },
  },
  {
    provider: 'mailgun',
    secret: 'mailgun-http-signing-key',
    otherSecret: 'mailgun-another-signing-key',
    payload: payloads.mailgunFailed(),
    sign(this: Signer, payload, at, { secret = this.secret, id } = {}) {
      const timestamp = String(Math.floor(at / 1000));
      const token = (id ?? nextId()).replace(/[^a-z0-9]/gi, '').padEnd(50, '0');
      const signature = createHmac('sha256', secret!)
        .update(timestamp + token)
        .digest('hex');
      return {
        body: JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': payload }),
        headers: json,
      };
    },
  },
];

export const unsigned: readonly Pick<Signer, 'provider' | 'payload'>[] = [
  { provider: 'postmark', payload: payloads.postmarkBounce() },
  { provider: 'supabase', payload: payloads.supabaseRow },
  { provider: 'custom', payload: payloads.customEvent },
];
