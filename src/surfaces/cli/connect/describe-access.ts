import { scopesAllow, type TokenScope } from '../../../model/organization/token.ts';
import type { ApprovalMode } from '../../../model/sending/approval-mode.ts';
import type { ServerEntry } from '../../connect/server-entry.ts';

export type TokenAccess = {
  secret: string;
  name: string;
  scopes: readonly TokenScope[];
  mode: 'live' | 'test';
};

const approvals: Readonly<Record<ApprovalMode, string>> = {
  never: 'No send needs an approval (POSTHOUSE_MCP_CONFIRM=never).',
  bulk: 'A person must approve mail to more than one real recipient.',
  always: 'A person must approve each mail to a real recipient.',
};

/** Describes the permissions of the assistant. */
export function describeAccess(entry: ServerEntry, token: TokenAccess | null, mode: ApprovalMode): string {
  if (token) {
    const effect = token.mode === 'test' ? 'Its mode is test, so no mail leaves.' : approvals[mode];
    return `Access: the scopes of the token “${token.name}”: ${token.scopes.join(', ')}. ${effect}`;
  }
  if (entry.transport === 'stdio') {
    return `Access: everything, as the operator of this machine. ${approvals[mode]} With --assistant, the assistant gets a token with fewer permissions.`;
  }
  return entry.authorization === 'oauth'
    ? `Access: a page of this server opens, where a person chooses the permissions. ${approvals[mode]}`
    : 'Access: the scopes of the API token that you add.';
}

/** @param token null if the permissions are unknown or unlimited */
export function suggestQuestion(token: TokenAccess | null): string {
  return token === null || scopesAllow(token.scopes, 'emails.send')
    ? 'Send a test mail to ada@example.com and tell me what happened to it.'
    : 'Which of my sending settings should I improve?';
}
