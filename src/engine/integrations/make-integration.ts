import { Failure, invalidField } from '../../model/failure.ts';
import type { IntegrationRecord } from '../../model/integration/integration.ts';
import { secretFault } from '../../model/integration/prove-request.ts';
import { type ProviderName, providers, selectProofScheme } from '../../model/integration/providers.ts';
import { scopesAllow, type TokenScope } from '../../model/organization/token.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import { sealIntegrationSecret } from './integration-secret.ts';
import { hashOfUrlSecret } from './prove-request.ts';

const urlSecretBytes = 32;

type Secrets = Pick<IntegrationRecord, 'secret' | 'pathHash'> & {
  /** Shown once. */
  urlSecret: string | null;
};

/** @throws Failure validation_error for a missing, invalid or superfluous `given` secret */
export function prepareSecrets(
  engine: Pick<Engine, 'world' | 'secretBox'>,
  id: string,
  provider: ProviderName,
  given: string | undefined,
): Secrets {
  const secret = given?.trim();
  const way = selectProofScheme(provider, secret !== undefined);
  if (secret === undefined && way === null) {
    throw invalidField('secret', `is required: ${providers[provider].secretIs}`, 'required');
  }
  const fault = secret === undefined ? null : secretFault(provider, secret);
  if (fault !== null) throw invalidField('secret', fault);
  const urlSecret = way?.pathSecret ? newUrlSecret(engine) : null;
  return {
    secret: secret === undefined ? null : sealIntegrationSecret(engine, id, secret),
    pathHash: urlSecret === null ? null : hashOfUrlSecret(urlSecret),
    urlSecret,
  };
}

export function newUrlSecret({ world }: Pick<Engine, 'world'>): string {
  return world.ids.bytes(urlSecretBytes).toString('base64url');
}

/** The author needs every scope that the integration uses. @throws Failure restricted_api_key */
export function assertMayConnect(
  { token, scopes }: Pick<Caller, 'token' | 'scopes'>,
  provider: ProviderName,
  hasSecret: boolean,
): void {
  for (const scope of doneBy(provider, hasSecret)) {
    if (scopesAllow(scopes, scope)) continue;
    throw new Failure('restricted_api_key', {
      message: `A ${providers[provider].title} integration requires the scope ${scope}, which this API token lacks`,
      details: { scope },
    });
  }
  if (token === null) return;
  if (token.mode === 'test' || (token.allowedRecipients ?? token.domainId ?? token.sendCap) !== null) {
    throw new Failure('restricted_api_key', {
      message:
        'An integration acts for the whole organization: create it with an API token that has no limits on mode, domain, recipients or sends',
    });
  }
}

function doneBy(provider: ProviderName, hasSecret: boolean): TokenScope[] {
  if (providers[provider].sends === 'feedback') return ['suppressions.write'];
  const people: TokenScope[] = ['subscribers.write', 'events.write'];
  return provider === 'supabase' && hasSecret ? [...people, 'emails.send'] : people;
}
