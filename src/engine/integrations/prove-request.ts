import { createHash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { BoundedMap } from '../../model/bounded-map.ts';
import { hourMs, minuteMs, secondMs } from '../../model/instant.ts';
import type { IntegrationRecord } from '../../model/integration/integration.ts';
import { proveRequest, repeatMarks } from '../../model/integration/prove-request.ts';
import {
  type ProofScheme,
  type ProviderName,
  providerNames,
  type Scheme,
  selectProofScheme,
} from '../../model/integration/providers.ts';
import { readEventType } from '../../model/integration/read-change.ts';
import { inWindow, type ProvableRequest, type Refusal } from '../../model/integration/signatures.ts';
import { certificateKey, provesSns, readSns, type SnsMessage } from '../../model/integration/sns.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { Queries } from '../../store/database.ts';
import { integrationAtDoor } from '../../store/records/workflows/integrations.ts';
import { OrganizationStore } from '../../store/store.ts';
import { perEngine } from '../context/per-engine.ts';
import type { Engine } from '../context/scope.ts';
import { openIntegrationSecret } from './integration-secret.ts';

/** Not authenticated yet. */
export type IntegrationRequest = ProvableRequest & {
  provider: string;
  /** Last path segment: the id, with the URL's secret after a dot, if any. */
  place: string;
};

export type ProvedRequest = {
  integration: IntegrationRecord;
  organization: OrganizationRecord;
  way: ProofScheme;
  payload: unknown;
  /** Body without a byte order mark. */
  text: string;
  type: string;
  marks: readonly string[];
  sns: SnsMessage | null;
};

export type RequestVerdict =
  | { kind: 'proved'; request: ProvedRequest }
  | { kind: 'unknown' }
  | { kind: 'refused'; why: Refusal | 'wrong_url_secret' | 'foreign_topic' }
  /** The signing key cannot be fetched now. */
  | { kind: 'unavailable' }
  /** Authenticated, but not readable JSON. */
  | { kind: 'unreadable'; why: string };

export type ReadBody = (body: Buffer) => { payload: unknown; text: string } | { why: string };

const placeShape = /^(int_[0-9a-z]{26})(?:\.([A-Za-z0-9_-]{43}))?$/;

/**
 * Verifies integration, URL secret and signature, in this order. Parses the body before the signature only if the scheme
 * signs its contents. An unknown id takes as long as a wrong signature.
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
  const way = selectProofScheme(provider, integration.secret !== null);
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
      type: readEventType(provider, request.headers, body.payload),
      marks: repeatMarks(way, request, body.payload),
      sns,
    },
  };
}

function needsPayload({ by }: Scheme): boolean {
  return by === 'mailgun' || by === 'sns';
}

/** A Bearer token or password keeps the URL's secret out of proxy logs. */
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

/** Takes as long as a wrong signature, so that timing reveals no ids. */
function spendAsLong(provider: ProviderName, request: IntegrationRequest): void {
  const way = selectProofScheme(provider, true) ?? selectProofScheme(provider, false);
  if (way === null) return;
  if (way.pathSecret) isSecretOf(noSecretHash, request.place);
  else proveRequest(way.scheme, noSecret, request, () => null, 0);
}

const noSecret = Buffer.alloc(32).toString('base64');
const noSecretHash = hashOfUrlSecret('');

/** Limit of one write per minute and integration, because anyone who knows an id can send refused requests endlessly. */
const noteEveryMs = minuteMs;
const notedMax = 1_000;

const notedFor = perEngine(() => new BoundedMap<number, number>(notedMax));

const words = {
  missing_signature: 'A request without the provider’s signature was rejected',
  wrong_signature:
    'A request with a wrong signature was rejected: check that the secret matches the provider’s',
  too_old: 'A request with an old signature time was rejected: check the clock of this server',
  in_the_future: 'A request with a future signature time was rejected: check the clock of this server',
  wrong_url_secret: 'A request without the secret of this integration in its URL was rejected',
  foreign_topic: 'A message from another SNS topic was rejected',
} as const;

async function noteRefusal(
  engine: Engine,
  { key, organization }: Pick<IntegrationRecord, 'key' | 'organization'>,
  why: keyof typeof words,
): Promise<void> {
  const { clock } = engine.world;
  const last = notedFor(engine);
  const at = clock.monotonic();
  if (at - (last.get(key) ?? Number.NEGATIVE_INFINITY) < noteEveryMs) return;
  last.set(key, at);
  await engine.store.database.transaction((queries) =>
    new OrganizationStore(queries, organization).integrations.noteFault(key, words[why], clock.now()),
  );
}

const certificateOctetsMax = 16 * 1024;
const fetchMsMax = 5 * secondMs;
const believedMs = 24 * hourMs;
const restMs = minuteMs;
/** SNS has one per region and rotates it about once a year. */
const certificatesMax = 50;

type Known = { key: Promise<KeyObject | null>; until: number };

const certificatesOf = perEngine(() => new BoundedMap<string, Known>(certificatesMax));

/** Null when it cannot be fetched or is invalid. @param url on the region's own host, as `readSns` has checked */
async function snsKey(engine: Engine, url: string): Promise<KeyObject | null> {
  const { clock } = engine.world;
  const known = certificatesOf(engine);
  const kept = known.get(url);
  if (kept && clock.monotonic() < kept.until) return await kept.key;
  const entry: Known = { key: fetchKey(engine, url), until: clock.monotonic() + restMs };
  known.set(url, entry);
  const key = await entry.key;
  if (key !== null) entry.until = clock.monotonic() + believedMs;
  return key;
}

async function fetchKey({ world }: Engine, url: string): Promise<KeyObject | null> {
  const { fetchDocument, clock, log } = world;
  const fetched = await fetchDocument?.({
    url,
    takes: () => true,
    octetsMax: certificateOctetsMax,
    withinMs: fetchMsMax,
  });
  const key = fetched && 'text' in fetched ? certificateKey(fetched.text, clock.now()) : null;
  if (key === null) {
    const why =
      fetched === undefined ? 'fetching is disabled' : 'why' in fetched ? fetched.why : 'it is not valid';
    log.warn({ url, why }, 'An SNS certificate cannot be used');
  }
  return key;
}

export class RepeatedRequest extends Error {}

/** The returned function runs in the transaction of the request's effect and throws RepeatedRequest for a repeat. */
export function recordMarks(
  organization: number,
  { key, provider, secret }: IntegrationRecord,
  marks: readonly string[],
  now: number,
): (queries: Queries) => Promise<void> {
  const keptMs = selectProofScheme(provider, secret !== null)?.repeats.keptMs ?? 0;
  return async (queries) => {
    const { integrationEvents } = new OrganizationStore(queries, organization);
    if (!(await integrationEvents.mark(key, marks, now + keptMs, now))) throw new RepeatedRequest();
  };
}
