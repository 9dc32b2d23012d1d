import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { TokenScope } from '../../model/organization/token.ts';
import type { NamedPerson } from '../../model/person/person.ts';
import type { TokenRecord } from '../../store/records/access/tokens.ts';
import type { TraceContext } from '../../world/telemetry/trace-context.ts';
import type { SpanAttributes } from '../../world/telemetry/traces.ts';

export const doors = ['v1', 'v2', 'mcp', 'tools', 'cli', 'smtp', 'link', 'integration', 'console'] as const;
export type Door = (typeof doors)[number];

export type Proof =
  | { kind: 'proved'; token: TokenRecord; organization: OrganizationRecord; grant?: string }
  /** The address is outside the token's allowlist. */
  | { kind: 'wrong address'; organization: OrganizationRecord }
  /** Unknown, revoked or expired. */
  | { kind: 'unknown' };

export type Caller = {
  door: Door;
  organization: OrganizationRecord;
  /** Null for the operator of the machine (command line, local stdio) and for people. */
  token: TokenRecord | null;
  /** Set at the console only. */
  person?: NamedPerson;
  scopes: readonly TokenScope[];
  /** OAuth grant whose access token was presented; `token` is the token that approved the grant. */
  grant?: string;
  requestId: string;
  /** From the call's `_meta` (MCP). */
  trace?: TraceContext | null;
  cameBy?: SpanAttributes;
  /** Client name and version as reported (MCP). */
  client?: string;
  /** Proves the same secret again, for a stream that outlives its request. Absent for the operator. */
  proveAgain?(): Proof | Promise<Proof>;
};

/** True over MCP, or with a token made by or for an assistant. */
export function isAssistant({ door, token }: Pick<Caller, 'door' | 'token'>): boolean {
  return door === 'mcp' || token?.assistant === true;
}

/** Acts for a token that started the work earlier, within the token's limits. */
export function callerByToken(
  organization: OrganizationRecord,
  token: TokenRecord | undefined,
  requestId: string,
): Caller {
  return {
    door: 'cli',
    organization,
    token: token ?? null,
    scopes: token?.scopes ?? ['full_access'],
    requestId,
  };
}
