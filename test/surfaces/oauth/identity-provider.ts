import { secondMs } from '../../../src/model/instant.ts';
import { baseUrl, type SimulatedPlatform } from '../../world/platform.ts';
import { assertionOf, keySet, rsa, type Terms } from './assertions.ts';
import { type Doorway, doorway, type Fields, resource } from './scene.ts';

/** A simulated enterprise identity provider. */
export const issuer = 'https://login.example/tenant';
export const issuerMetadata = 'https://login.example/.well-known/oauth-authorization-server/tenant';
export const issuerKeysUrl = 'https://login.example/tenant/keys';
export const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

const doorways = new WeakMap<SimulatedPlatform, Doorway>();

/** Returns the platform's door with the embedded authorization server and this identity provider. */
export function managed(simulated: SimulatedPlatform): Doorway {
  let door = doorways.get(simulated);
  if (!door) {
    const { found } = simulated.documents;
    found.set(issuerMetadata, { text: JSON.stringify({ issuer, jwks_uri: issuerKeysUrl }) });
    found.set(issuerKeysUrl, { text: JSON.stringify(keySet([['r1', rsa.publicKey]])) });
    door = doorway(simulated, { kind: 'embedded', identityProvider: issuer });
    doorways.set(simulated, door);
  }
  return door;
}

/** A valid identity assertion with the given changes; undefined omits a claim. */
export function identityAssertion(
  simulated: SimulatedPlatform,
  { header, claims, ...more }: Terms = {},
): string {
  const now = Math.floor(simulated.clock.now() / secondMs);
  return assertionOf(simulated, {
    ...more,
    header: { typ: 'oauth-id-jag+jwt', ...header },
    claims: {
      iss: issuer,
      sub: 'ada',
      aud: baseUrl,
      resource,
      scope: 'openid emails.read emails.send admin',
      iat: now,
      exp: now + 300,
      ...claims,
    },
  });
}

export function assert(door: Doorway, assertion: string, fields: Fields, headers = {}) {
  return door.post('/oauth/token', { grant_type: grantType, assertion, ...fields }, { headers });
}
