import { type KeyObject, verify, X509Certificate } from 'node:crypto';
import { isFields } from '../text/fields.ts';

/**
 * Messages of Amazon SNS. Their signature proves that SNS sent them for some account; only the ARN of the topic says for
 * which, so an integration believes one topic.
 */

const types = ['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation'] as const;
type SnsType = (typeof types)[number];

export type SnsMessage = {
  type: SnsType;
  messageId: string;
  topicArn: string;
  message: string;
  /** Epoch milliseconds. */
  at: number;
  subscribeUrl: string | null;
  algorithm: 'sha1' | 'sha256';
  signature: Buffer;
  certificateUrl: string;
  /** What is signed. */
  signed: string;
};

/** What is signed of each type, in this order; a field that is not there is left out. */
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

/** The algorithm is chosen by SNS among these two; both are RSA. */
const algorithms: Readonly<Record<string, 'sha1' | 'sha256'>> = { 1: 'sha1', 2: 'sha256' };

const arnShape =
  /^arn:(aws|aws-cn|aws-us-gov):sns:([a-z]{2}(?:-[a-z]+){1,3}-\d{1,2}):\d{12}:[A-Za-z0-9_.-]{1,256}$/;
/** Without line ends: the fields are signed as lines, and a part of another one would make the same message a new one. */
const messageIdShape = /^[\w-]{1,100}$/;
const certificatePath = /^\/SimpleNotificationService-[0-9a-f]{32}\.pem$/;

export function isTopicArn(text: string): boolean {
  return text.length <= 400 && arnShape.test(text);
}

/** The only host that signs for a topic, confirms a subscription to it, and shows the certificate. */
function hostOf(topicArn: string): string | null {
  const found = arnShape.exec(topicArn);
  if (!found) return null;
  return `sns.${found[2]}.amazonaws.com${found[1] === 'aws-cn' ? '.cn' : ''}`;
}

/** Reads a message; null for what is none, or names a certificate or a subscription of another host than its topic’s. */
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

/** Whether a URL confirms a subscription to this topic, and does nothing else. */
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

/** Only host and path: no port, user or fragment that another reader would take for something else. */
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

/** The key of a certificate that is valid now (epoch ms); null for anything else than an RSA certificate. */
export function certificateKey(pem: string, now: number): KeyObject | null {
  try {
    const certificate = new X509Certificate(pem);
    const { publicKey } = certificate;
    const isValid = Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo);
    return isValid && publicKey.asymmetricKeyType === 'rsa' ? publicKey : null;
  } catch {
    // OpenSSL has no other way to say that a text is no certificate.
    return null;
  }
}

export function provesSns({ algorithm, signed, signature }: SnsMessage, key: KeyObject): boolean {
  return verify(algorithm, Buffer.from(signed), key, signature);
}
