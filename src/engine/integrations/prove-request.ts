import { createHash, timingSafeEqual } from 'node:crypto';
import type { IntegrationRecord } from '../../model/integration/integration.ts';
import { proveRequest, repeatMarks } from '../../model/integration/prove-request.ts';
import {
  type ProviderName,
  providerNames,
  type Scheme,
  type Way,
  wayOf,
} from '../../model/integration/providers.ts';
import { typeOf } from '../../model/integration/read-change.ts';
import { inWindow, type ProvableRequest, type Refusal } from '../../model/integration/signatures.ts';
import { provesSns, readSns, type SnsMessage } from '../../model/integration/sns.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { integrationAtDoor } from '../../store/records/integrations.ts';
import type { Engine } from '../context/scope.ts';
import { openIntegrationSecret } from './integration-secret.ts';
import { noteRefusal } from './note-refusal.ts';
import { snsKey } from './sns-certificate.ts';

/** A request to the URL of an integration, before anything of it is believed. */
export type IntegrationRequest = ProvableRequest & {
  provider: string;
  /** The last segment of the path: an id, with the secret of the URL behind a dot where there is one. */
  place: string;
};

export type ProvedRequest = {
  integration: IntegrationRecord;
  organization: OrganizationRecord;
  way: Way;
  payload: unknown;
  /** The body that the payload was read from, as it is kept: without a byte order mark. */
  text: string;
  /** In the words of the provider. */
  type: string;
  marks: readonly string[];
  sns: SnsMessage | null;
};

export type RequestVerdict =
  | { kind: 'proved'; request: ProvedRequest }
  /** There is no such integration. */
  | { kind: 'unknown' }
  | { kind: 'refused'; why: Refusal | 'wrong_url_secret' | 'foreign_topic' }
  /** What would prove it cannot be fetched now. */
  | { kind: 'unavailable' }
  /** It was proved, and is no JSON that is read here. */
  | { kind: 'unreadable'; why: string };

/** A body as JSON, or why it is none. */
export type ReadBody = (body: Buffer) => { payload: unknown; text: string } | { why: string };

const placeShape = /^(int_[0-9a-z]{26})(?:\.([A-Za-z0-9_-]{43}))?$/;

/**
 * Proves a request, in this order: the integration, the secret of its URL, the signature over the octets as they came. Nothing
 * of a body is read before, but for what a scheme signs inside of it, and then only for those who know the URL. An id that is
 * not there costs what a wrong signature costs.
 */
export async function proveIntegrationRequest(
  engine: Engine,
  request: IntegrationRequest,
  readBody: ReadBody,
): Promise<RequestVerdict> {
  const provider = providerNames.find((name) => name === request.provider);
  const place = placeShape.exec(request.place);
  if (provider === undefined || place === null) return { kind: 'unknown' };
  const [, id, secret] = place as unknown as [string, string, string | undefined];
  const found = await integrationAtDoor(engine.store.database.reader, id);
  if (found?.integration.provider !== provider) {
    spendAsLong(provider, request);
    return { kind: 'unknown' };
  }
  const verdict = await proveOne(engine, found, secret ?? credentialOf(request) ?? '', request, readBody);
  if (verdict.kind === 'refused') await noteRefusal(engine, found.integration, verdict.why);
  return verdict;
}

async function proveOne(
  engine: Engine,
  { integration, topic }: { integration: IntegrationRecord; topic: string | null },
  presented: string,
  request: IntegrationRequest,
  readBody: ReadBody,
): Promise<RequestVerdict> {
  const { provider, pathHash } = integration;
  const way = wayOf(provider, integration.secret !== null);
  if (way === null) return { kind: 'unknown' };
  if (pathHash !== null && !isSecretOf(pathHash, presented))
    return { kind: 'refused', why: 'wrong_url_secret' };
  const secret = openIntegrationSecret(engine, integration) ?? '';
  const read = needsPayload(way.scheme) ? readBody(request.body) : null;
  const payload = () => (read !== null && 'payload' in read ? read.payload : null);
  const now = engine.world.clock.now();
  let sns: SnsMessage | null = null;
  if (way.scheme.by === 'sns') {
    sns = readSns(payload());
    if (sns === null) return { kind: 'refused', why: 'missing_signature' };
    const believed = secret === '' ? topic : secret;
    const isFirst = believed === null && sns.type === 'SubscriptionConfirmation';
    if (believed !== sns.topicArn && !isFirst) return { kind: 'refused', why: 'foreign_topic' };
    const key = await snsKey(engine, sns.certificateUrl);
    if (key === null) return { kind: 'unavailable' };
    if (!provesSns(sns, key)) return { kind: 'refused', why: 'wrong_signature' };
    const time = inWindow(sns.at, way.scheme.window, now);
    if (!time.proved) return { kind: 'refused', why: time.why };
  } else {
    const proof = proveRequest(way.scheme, secret, request, payload, now);
    if (proof?.proved !== true) return { kind: 'refused', why: proof?.why ?? 'wrong_signature' };
  }
  const body = read ?? readBody(request.body);
  if ('why' in body) return { kind: 'unreadable', why: body.why };
  const organization = await engine.store.organizations.byKey(integration.organization);
  if (!organization) return { kind: 'unknown' };
  return {
    kind: 'proved',
    request: {
      integration,
      organization,
      way,
      payload: body.payload,
      text: body.text,
      type: typeOf(provider, request.headers, body.payload),
      marks: repeatMarks(way, request, body.payload),
      sns,
    },
  };
}

function needsPayload({ by }: Scheme): boolean {
  return by === 'mailgun' || by === 'sns';
}

/** The secret of a URL may be given apart from it, so that it stands in no log of a proxy: as a Bearer token or a password. */
function credentialOf({ headers }: ProvableRequest): string | null {
  const given = /^(bearer|basic) {1,3}([A-Za-z0-9+/=_-]{1,500}) {0,3}$/i.exec(headers.authorization ?? '');
  if (!given) return null;
  if (given[1]!.toLowerCase() === 'bearer') return given[2]!;
  const pair = Buffer.from(given[2]!, 'base64').toString('latin1');
  return pair.slice(pair.indexOf(':') + 1);
}

export function hashOfUrlSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function isSecretOf(hash: string, presented: string): boolean {
  return timingSafeEqual(Buffer.from(hash), Buffer.from(hashOfUrlSecret(presented)));
}

/** What a wrong signature takes most of its time for, at an id that is not there. */
function spendAsLong(provider: ProviderName, request: IntegrationRequest): void {
  const way = wayOf(provider, true) ?? wayOf(provider, false);
  if (way === null) return;
  if (way.pathSecret) isSecretOf(noSecretHash, request.place);
  else proveRequest(way.scheme, noSecret, request, () => null, 0);
}

const noSecret = Buffer.alloc(32).toString('base64');
const noSecretHash = hashOfUrlSecret('');
