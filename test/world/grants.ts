import { hash } from 'node:crypto';
import { GrantRecords } from '../../src/store/records/access/oauth.ts';
import type { SimulatedPlatform } from './platform.ts';

const minuteMs = 60_000;
const monthMs = 30 * 24 * 60 * minuteMs;

/** Adds a grant for a client named `clientName`, approved by an API token. @returns the grant's id */
export async function addGrant(
  simulated: SimulatedPlatform,
  tokenId: string,
  clientName: string,
  organization = simulated.organization,
): Promise<string> {
  const { platform, clock } = simulated;
  const { store, world } = platform.engine;
  const id = `grt_${world.ids.bytes(13).toString('hex')}`;
  const token = await store.forOrganization(organization.key).tokens.byId(tokenId);
  const now = clock.now();
  await store.database.transaction((queries) =>
    new GrantRecords(queries, organization.key).add({
      id,
      token: token!.key,
      approvedBy: hash('sha256', 'a secret'),
      asserted: null,
      person: null,
      clientId: 'https://assistant.example/client.json',
      clientName,
      clientAuthentication: 'none',
      redirectUri: 'https://assistant.example/callback',
      resource: 'http://posthouse.example/mcp',
      scopes: ['emails.read'],
      renewable: true,
      code: { hash: hash('sha256', id), challenge: 'c'.repeat(43), expiresAt: now + minuteMs, usedAt: null },
      access: null,
      earlierAccess: null,
      refreshHash: null,
      createdAt: now,
      refreshedAt: null,
      endsAt: now + monthMs,
      revokedAt: null,
    }),
  );
  return id;
}
