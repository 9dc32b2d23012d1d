import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { type Config, secretFileOf, secretIn } from '../../config.ts';
import { instanceProof, nonceHeader, proofHeader } from '../../engine/auth/instance-proof.ts';
import { secretBox } from '../../engine/context/secret-box.ts';

/** An older version cannot prove its instance, so it may be this one. */
export type Listener = 'this instance' | 'other instance' | 'older version' | 'other program' | 'nothing';

const answerMs = 3_000;
const nonceBytes = 24;

/** Finds out who listens at the HTTP port of a configuration. */
export async function probeServer(config: Config): Promise<Listener> {
  const { HOST: host, PORT: port } = config;
  const reachable =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  const nonce = randomBytes(nonceBytes).toString('base64url');
  let response: Response;
  try {
    response = await fetch(`http://${reachable}:${port}/healthz`, {
      headers: { [nonceHeader]: nonce },
      signal: AbortSignal.timeout(answerMs),
      redirect: 'error',
    });
    await response.body?.cancel();
  } catch (error) {
    return isRefused(error) ? 'nothing' : 'other program';
  }
  // Every answer of Posthouse has a request id.
  if (!response.ok || !response.headers.has('x-request-id')) return 'other program';
  const given = response.headers.get(proofHeader);
  if (given === null) return 'older version';
  const secret = readSecret(config);
  const proof = secret === null ? null : instanceProof(secretBox(secret), nonce);
  return proof !== null && given === proof ? 'this instance' : 'other instance';
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

/** Null if the instance has no secret yet. */
export function readSecret(config: Config): string | null {
  if (config.POSTHOUSE_SECRET !== undefined) return config.POSTHOUSE_SECRET;
  const file = secretFileOf(config);
  return existsSync(file) ? secretIn(readFileSync(file, 'utf8'), true) : null;
}
