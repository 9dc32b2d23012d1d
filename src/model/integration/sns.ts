import { type KeyObject, verify, X509Certificate } from 'node:crypto';
import { isFields } from '../text/fields.ts';

/** The signature only proves that SNS sent the message for some account, so an integration trusts a single topic. */

const types = ['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation'] as const;
type SnsType = (typeof types)[number];

export type SnsMessage = {
  type: SnsType;
  messageId: string;
  topicArn: string;
  message: string;
  at: number;
  subscribeUrl: string | null;
  algorithm: 'sha1' | 'sha256';
  signature: Buffer;
  certificateUrl: string;
  signed: string;
};

/** Signed fields per type, in order; missing fields are left out. */
const signedFields: Readonly<Record<SnsType, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};

/** SNS chooses between these two algorithms; both use RSA. */
const algorithms: Readonly<Record<string, 'sha1' | 'sha256'>> = { 1: 'sha1', 2: 'sha256' };

const arnShape =
  /^arn:(aws|aws-cn|aws-us-gov):sns:([a-z]{2}(?:-[a-z]+){1,3}-\d{1,2}):\d{12}:[A-Za-z0-9_.-]{1,256}$/;
/** Fields are signed as lines, so a line end could turn the same message into a new one. */
const messageIdShape = /^[\w-]{1,100}$/;
const certificatePath = /^\/SimpleNotificationService-[0-9a-f]{32}\.pem$/;

export function isTopicArn(text: string): boolean {
  return text.length <= 400 && arnShape.test(text);
}

/** Only this host may sign for a topic, confirm its subscription and serve the certificate. */
function hostOf(topicArn: string): string | null {
  const found = arnShape.exec(topicArn);
  if (!found) return null;
  return `sns.${found[2]}.amazonaws.com${found[1] === 'aws-cn' ? '.cn' : ''}`;
}

/** Returns null for an invalid message, or for a certificate or subscription URL on another host than the topic's. */
export function readSns(payload: unknown): SnsMessage | null {
  if (!isFields(payload)) return null;
  const text = (name: string): string | null => {
    const value = Object.hasOwn(payload, name) ? payload[name] : null;
    return typeof value === 'string' ? value : null;
  };
  const type = types.find((one) => one === text('Type'));
  const [messageId, topicArn, message, timestamp] = ['MessageId', 'TopicArn', 'Message', 'Timestamp'].map(
    text,
  );
  const algorithm = Object.hasOwn(algorithms, text('SignatureVersion') ?? '')
    ? algorithms[text('SignatureVersion')!]
    : undefined;
  const signature = text('Signature');
  const certificateUrl = text('SigningCertURL');
  if (!type || !messageId || !topicArn || message == null || !timestamp) return null;
  if (!algorithm || !signature || !/^[A-Za-z0-9+/]{300,800}={0,2}$/.test(signature)) return null;
  const host = hostOf(topicArn);
  const at = Date.parse(timestamp);
  if (host === null || Number.isNaN(at) || !messageIdShape.test(messageId)) return null;
  if (!isCertificateUrl(certificateUrl, host)) return null;
  const subscribeUrl = text('SubscribeURL');
  if (type === 'SubscriptionConfirmation' && !isSubscribeUrl(subscribeUrl, host, topicArn)) return null;
  const signed = signedFields[type]
    .map((name) => [name, text(name)] as const)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}\n${value}\n`)
    .join('');
  return {
    type,
    messageId,
    topicArn,
    message,
    at,
    subscribeUrl,
    algorithm,
    signature: Buffer.from(signature, 'base64'),
    certificateUrl: certificateUrl!,
    signed,
  };
}

function isCertificateUrl(text: string | null, host: string): boolean {
  const url = text === null ? null : URL.parse(text);
  return url !== null && isBare(url, host) && url.search === '' && certificatePath.test(url.pathname);
}

function isSubscribeUrl(text: string | null, host: string, topicArn: string): boolean {
  const url = text === null || text.length > 2_000 ? null : URL.parse(text);
  if (url === null || !isBare(url, host) || url.pathname !== '/') return false;
  const { searchParams } = url;
  return (
    searchParams.getAll('Action').join() === 'ConfirmSubscription' &&
    searchParams.getAll('TopicArn').join() === topicArn &&
    searchParams.getAll('Token').length === 1
  );
}

/** Rejects ports, users and fragments, which parsers interpret differently. */
function isBare(url: URL, host: string): boolean {
  return (
    url.protocol === 'https:' &&
    url.hostname === host &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    url.hash === ''
  );
}

/** Returns the key of a currently valid RSA certificate; null for anything else. @param now epoch ms */
export function certificateKey(pem: string, now: number): KeyObject | null {
  try {
    const certificate = new X509Certificate(pem);
    const { publicKey } = certificate;
    const isValid = Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo);
    return isValid && publicKey.asymmetricKeyType === 'rsa' ? publicKey : null;
  } catch {
    // OpenSSL reports an invalid certificate only by throwing.
    return null;
  }
}

export function provesSns({ algorithm, signed, signature }: SnsMessage, key: KeyObject): boolean {
  return verify(algorithm, Buffer.from(signed), key, signature);
}
