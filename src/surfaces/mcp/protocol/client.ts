import { type Fields, isFields } from '../../../model/text/fields.ts';

/** A client known from its handshake. A client without a handshake sends this with each request. */
export type Client = { name: string } & Asks;

/** Elicitation modes of the client: `form` and `url`. */
export type Asks = { elicits: boolean; opensPages: boolean };

export function clientOf(params: Fields): Client {
  return { name: clientName(params.clientInfo), ...asksOf(params.capabilities) };
}

export function asksOf(capabilities: unknown): Asks {
  if (!isFields(capabilities) || !isFields(capabilities.elicitation)) return asksNothing;
  // Revisions up to 2025-06-18 had a single mode. Since 2025-11-25 an empty object means forms, and `url` alone does not.
  const { form, url } = capabilities.elicitation;
  return { elicits: form !== undefined || url === undefined, opensPages: url !== undefined };
}

export const asksNothing: Asks = { elicits: false, opensPages: false };

/** Name and version as sent by the client. Sanitized where it is stored. */
export function clientName(info: unknown): string {
  if (!isFields(info) || typeof info.name !== 'string') return '';
  const version = typeof info.version === 'string' ? ` ${info.version}` : '';
  return `${info.name}${version}`;
}
