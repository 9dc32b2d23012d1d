import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { TokenScope } from '../../model/organization/token.ts';
import type { NamedPerson } from '../../model/person/person.ts';
import type { TokenRecord } from '../../store/records/tokens.ts';
import type { TraceContext } from '../../world/telemetry/trace-context.ts';
import type { SpanAttributes } from '../../world/telemetry/traces.ts';

/** The doors of the platform. */
export const doors = ['v1', 'v2', 'mcp', 'tools', 'cli', 'smtp', 'link', 'integration', 'console'] as const;
export type Door = (typeof doors)[number];

/** Who a presented secret proves to be. */
export type Proof =
  | { kind: 'proved'; token: TokenRecord; organization: OrganizationRecord; grant?: string }
  /** A token of this organization, but presented from an address it may not be used from. */
  | { kind: 'wrong address'; organization: OrganizationRecord }
  /** Unknown, revoked or expired. */
  | { kind: 'unknown' };

/** Who asks: proved by a door before anything else happens. */
export type Caller = {
  door: Door;
  organization: OrganizationRecord;
  /** The token presented; null for the operator of the machine (command line, local stdio) and for people. */
  token: TokenRecord | null;
  /** The person who is signed in at the console; left out at every other door. */
  person?: NamedPerson;
  scopes: readonly TokenScope[];
  /** The id of the OAuth grant whose access token was presented; `token` is the one that approved it. Left out for others. */
  grant?: string;
  requestId: string;
  /** The trace that the call says it belongs to, where it says so itself (`_meta` of MCP). */
  trace?: TraceContext | null;
  /** What a span says of how the call came, where it is traced: names and values of the conventions of OpenTelemetry. */
  cameBy?: SpanAttributes;
  /** The program that calls, as it says of itself (an MCP client's name and version); for the audit log alone. */
  client?: string;
  /**
   * Shows the same secret from the same address again: for a client that still listens long after the request that let it in.
   * Left out for the operator, who showed none.
   */
  proveAgain?(): Proof | Promise<Proof>;
};

/** Whether an assistant asks: over MCP, or by a token that one made or that was made for one. */
export function isAssistant({ door, token }: Pick<Caller, 'door' | 'token'>): boolean {
  return door === 'mcp' || token?.assistant === true;
}

/** Who sends what was set going earlier: the platform, held to what the token may do that set it going. */
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
