import { hash } from 'node:crypto';
import { hourMs } from '../../../model/instant.ts';
import {
  type Registration,
  registeredMax,
  registrationsPerHourMax,
} from '../../../model/oauth/client-registration.ts';
import { type ClientRecord, registrationUnusedMs } from '../../../model/oauth/oauth-client.ts';
import type { Queries } from '../../../store/database.ts';
import { addClient, countClients, forgetClients } from '../../../store/records/access/oauth-clients.ts';
import { holdInstance } from '../../../store/records/instance/instance.ts';
import type { Engine } from '../../context/scope.ts';

/** As many characters as other ids have, but random, because an attacker sees it. */
const clientIdBytes = 13;
const secretBytes = 32;
const secretPrefix = 'phs_';
const forgottenAtOnceMax = 100;

/** Returns the secret in plain text; only its hash is stored. */
export async function makeClient(
  { world }: Pick<Engine, 'world'>,
  queries: Queries,
  client: Pick<ClientRecord, 'name' | 'redirectUris' | 'renewable' | 'authentication' | 'keys' | 'algorithm'>,
  { origin, endsAt }: Pick<ClientRecord, 'origin' | 'endsAt'>,
  now: number,
): Promise<{ client: Omit<ClientRecord, 'key'>; secret: string | null }> {
  const secret =
    client.authentication === 'client_secret'
      ? secretPrefix + world.ids.bytes(secretBytes).toString('base64url')
      : null;
  const { name, redirectUris, renewable, authentication, keys, algorithm } = client;
  const made = {
    id: `oac_${world.ids.bytes(clientIdBytes).toString('hex')}`,
    origin,
    name,
    redirectUris,
    renewable,
    authentication,
    secretHash: secret === null ? null : hash('sha256', secret),
    keys,
    algorithm,
    createdAt: now,
    usedAt: null,
    endsAt,
  };
  await addClient(queries, made);
  return { client: made, secret };
}

/** Registers a client on its own request (RFC 7591). Returns `retryAfterMs` when too many have registered. */
export async function registerClient(
  engine: Engine,
  registration: Registration,
): Promise<{ client: Omit<ClientRecord, 'key'>; secret: string | null } | { retryAfterMs: number }> {
  const now = engine.world.clock.now();
  const registered = await engine.store.database.transaction(async (queries) => {
    // Serializes registrations across processes, so that the counts stay exact.
    await holdInstance(queries);
    await forgetClients(queries, now, forgottenAtOnceMax);
    const recent = await countClients(queries, 'registration', now - hourMs);
    const all = await countClients(queries, 'registration');
    if (recent >= registrationsPerHourMax || all >= registeredMax) return { retryAfterMs: hourMs };
    const endsAt = now + registrationUnusedMs;
    return await makeClient(engine, queries, registration, { origin: 'registration', endsAt }, now);
  });
  if ('retryAfterMs' in registered) {
    engine.world.log.warn({}, 'an OAuth client could not register: the limit is reached');
  } else {
    engine.world.log.info({ clientId: registered.client.id }, 'an OAuth client registered itself');
  }
  return registered;
}
