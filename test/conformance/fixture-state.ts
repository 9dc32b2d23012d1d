import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Conversation } from '../../src/surfaces/mcp/protocol/server-definition.ts';

/** Signed state that fixtures pass to a client and verify when it returns. */

const secret = randomBytes(32);

function macOf(text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

export function minted(text: string): string {
  const encoded = Buffer.from(text).toString('base64url');
  return `${encoded}.${macOf(encoded)}`;
}

export function stateOf(conversation: Conversation): string | undefined {
  const text = conversation.requestState?.split('.')[0];
  return text === undefined ? undefined : Buffer.from(text, 'base64url').toString();
}

/** @throws for a state that was not issued here */
export function checkMinted(state: string): void {
  const [text = '', mac = ''] = state.split('.');
  const [given, made] = [Buffer.from(mac), Buffer.from(macOf(text))];
  if (given.length !== made.length || !timingSafeEqual(given, made)) throw new Error('not minted here');
}
