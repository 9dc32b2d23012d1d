import { BoundedMap } from '../../../model/bounded-map.ts';
import { hourMs, minuteMs, secondMs } from '../../../model/instant.ts';
import { budgetKey } from '../../../model/limits/ip-budget.ts';
import { attemptBudget } from '../../../model/oauth/attempt-budget.ts';
import {
  clientDocumentOctetsMax,
  isClientUrl,
  readClientDocument,
} from '../../../model/oauth/client-document.ts';
import {
  type ClientRecord,
  clientIdShape,
  clientUseNotedEveryMs,
  type OauthClient,
  registrationRestMs,
} from '../../../model/oauth/oauth-client.ts';
import type { Queries } from '../../../store/database.ts';
import { clientById, noteClientUse } from '../../../store/records/access/oauth-clients.ts';
import type { Engine } from '../../context/scope.ts';

type IdentifiedClient = OauthClient | { fault: string };

export type ClientDirectory = {
  /** @param ip the address charged for fetching the document */
  identify(clientId: string, ip: string): Promise<IdentifiedClient>;
};

const fetchMsMax = 5 * secondMs;
/** Long enough for one authorization flow, short enough that a changed document is noticed soon. */
const believedMs = 5 * minuteMs;
/** Lifetime of a known client's document, so that a site that is down for a minute does not cost its clients their grants. */
const believedAtMostMs = hourMs;
/** Pause after a failed fetch, so that no site is flooded through this server. */
const failureRestMs = 30 * secondMs;
const rememberedMax = 500;
const fetchesAtOnceMax = 16;
/** Per network address, so that an address that names slow servers delays only itself. */
const fetchesAtOnceOfOneAddressMax = 3;
/** Separate slots for known clients, so that unknown clients never delay them. */
const renewalsAtOnceMax = 8;
const fetchesPerAddressMax = 20;

export function clientDirectory(engine: Engine): ClientDirectory {
  const { clock, log, fetchDocument, lastingCache } = engine.world;
  const remembered = new BoundedMap<string, { client: IdentifiedClient; until: number; readAt: number }>(
    rememberedMax,
  );
  const fetching = new Map<string, Promise<IdentifiedClient>>();
  const firstFetches = { max: fetchesAtOnceMax, holders: [] as string[] };
  const renewals = { max: renewalsAtOnceMax, holders: [] as string[] };
  const budget = attemptBudget(fetchesPerAddressMax, minuteMs);

  async function look(clientId: string): Promise<IdentifiedClient> {
    const fetched = (await fetchDocument?.({
      url: clientId,
      takes: isJson,
      octetsMax: clientDocumentOctetsMax,
      withinMs: fetchMsMax,
    })) ?? { fault: 'failed' as const, why: 'fetching is disabled' };
    const earlier = remembered.get(clientId);
    const isBelievedYet =
      earlier && !('fault' in earlier.client) && clock.monotonic() - earlier.readAt < believedAtMostMs;
    if (!('text' in fetched) && isBelievedYet) {
      log.info({ clientId, why: fetched.why }, 'a client metadata document could not be fetched again');
      earlier.until = clock.monotonic() + failureRestMs;
      return earlier.client;
    }
    const client =
      'text' in fetched ? readClientDocument(clientId, fetched.text) : { fault: 'it could not be fetched' };
    // Logged only, because the reason could reveal internal hosts to an unauthenticated caller.
    if ('fault' in client) {
      const why = 'why' in fetched ? fetched.why : client.fault;
      log.info({ clientId, why }, 'a client metadata document could not be used');
    }
    remember(clientId, client, 'fault' in client ? failureRestMs : believedMs);
    if ('text' in fetched && !('fault' in client)) {
      await lastingCache?.set(cacheKey(clientId), fetched.text, believedMs);
    }
    return client;
  }

  function remember(clientId: string, client: IdentifiedClient, ms: number): void {
    const readAt = clock.monotonic();
    remembered.set(clientId, { client, until: readAt + ms, readAt });
  }

  async function keptClient(clientId: string): Promise<IdentifiedClient | null> {
    const kept = await lastingCache?.get(cacheKey(clientId));
    if (kept === undefined || typeof kept.value !== 'string') return null;
    const client = readClientDocument(clientId, kept.value);
    remember(clientId, client, kept.msLeft);
    return client;
  }

  async function registeredClient(clientId: string): Promise<IdentifiedClient> {
    const found = await clientById(engine.store.database.reader, clientId, clock.now());
    if (!found) return { fault: 'it is not registered here' };
    const { id, name, origin, redirectUris, renewable, authentication, secretHash, keys, algorithm } = found;
    const how = { authentication, secretHash, keys, algorithm };
    return { clientId: id, name, origin, redirectUris, renewable, ...how };
  }

  return {
    async identify(clientId, ip) {
      if (clientIdShape.test(clientId)) return await registeredClient(clientId);
      if (!isClientUrl(clientId))
        return {
          fault:
            'client_id is neither the https URL of a metadata document nor a client registered on this server',
        };
      const known = remembered.get(clientId);
      if (known && known.until > clock.monotonic()) return known.client;
      const kept = known ? null : await keptClient(clientId);
      if (kept) return kept;
      const underway = fetching.get(clientId);
      if (underway) return await underway;
      const now = clock.now();
      const holder = budgetKey(ip);
      const slots = known && !('fault' in known.client) ? renewals : firstFetches;
      const held = slots.holders.filter((one) => one === holder).length;
      const full = slots.holders.length >= slots.max || held >= fetchesAtOnceOfOneAddressMax;
      if (full || !budget.allows(ip, now)) {
        return { fault: 'too many metadata documents are being fetched; try again in a minute' };
      }
      budget.spend(ip, now);
      slots.holders.push(holder);
      const looking = look(clientId).finally(() => {
        fetching.delete(clientId);
        slots.holders.splice(slots.holders.indexOf(holder), 1);
      });
      fetching.set(clientId, looking);
      return await looking;
    },
  };
}

function cacheKey(clientId: string): string {
  return `oauth-client ${clientId}`;
}

/** RFC 6839 3.1. */
export function isJson(mediaType: string): boolean {
  return mediaType === 'application/json' || /^application\/[\w.-]+\+json$/.test(mediaType);
}

/** Extends the expiry of a client that registered itself. */
export async function noteUseOfClient(queries: Queries, client: ClientRecord, now: number): Promise<void> {
  if (client.usedAt !== null && now - client.usedAt < clientUseNotedEveryMs) return;
  await noteClientUse(queries, client.id, now, client.endsAt === null ? null : now + registrationRestMs);
}
