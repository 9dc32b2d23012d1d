import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { TokenScope } from '../../model/organization/token.ts';
import type { NamedPerson } from '../../model/person/person.ts';
import type { TokenRecord } from '../../store/records/tokens.ts';
import type { TraceContext } from '../../world/telemetry/trace-context.ts';
import type { SpanAttributes } from '../../world/telemetry/traces.ts';

/** The doors of the platform. */
export const doors = ['v1', 'v2', 'mcp', 'tools', 'cli', 'smtp', 'link', 'integration', 'console'] as const;
export type Door = (typeof doors)[number];

/** Result of proving a presented secret. */
export type Proof =
  | { kind: 'proved'; token: TokenRecord; organization: OrganizationRecord; grant?: string }
  /** A token of this organization, presented from an address outside its allowlist. */
  | { kind: 'wrong address'; organization: OrganizationRecord }
  /** Unknown, revoked or expired. */
  | { kind: 'unknown' };

/** The caller of a tool, authenticated by a door. */
export type Caller = {
  door: Door;
  organization: OrganizationRecord;
  /** The token presented; null for the operator of the machine (command line, local stdio) and for people. */
  token: TokenRecord | null;
  /** The person signed in at the console; left out at other doors. */
  person?: NamedPerson;
  scopes: readonly TokenScope[];
  /** Id of the OAuth grant whose access token was presented; `token` is the token that approved the grant. */
  grant?: string;
  requestId: string;
  /** Trace context sent in the call itself (`_meta` of MCP). */
  trace?: TraceContext | null;
  /** Span attributes about the transport, by the OpenTelemetry conventions. */
  cameBy?: SpanAttributes;
  /** Name and version of the client, as it reports them (MCP); for the audit log and the cause of a mail. */
  client?: string;
  /** Proves the same secret again, for a stream that outlives its request. Left out for the operator, who presents no secret. */
  proveAgain?(): Proof | Promise<Proof>;
};

/** Whether the caller is an assistant: over MCP, or with a token made by or for an assistant. */
export function isAssistant({ door, token }: Pick<Caller, 'door' | 'token'>): boolean {
  return door === 'mcp' || token?.assistant === true;
}

/** Returns the caller of work that a token started earlier, with the limits of that token. */
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
