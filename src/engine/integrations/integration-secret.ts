import type { IntegrationRecord } from '../../model/integration/integration.ts';
import type { Engine } from '../context/scope.ts';

/** Per integration, so that a sealed secret is useless in another row. */
const purposeOf = (id: string): string => `integration ${id}`;

type Box = Pick<Engine, 'secretBox'>;

export function sealIntegrationSecret({ secretBox }: Box, id: string, secret: string): string {
  return secretBox.seal(purposeOf(id), secret);
}

/** Null for a provider that signs nothing. */
export function openIntegrationSecret(
  { secretBox }: Box,
  { id, secret }: Pick<IntegrationRecord, 'id' | 'secret'>,
): string | null {
  return secret === null ? null : secretBox.open(purposeOf(id), secret);
}
