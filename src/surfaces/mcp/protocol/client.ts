import { type Fields, isFields } from '../../../model/text/fields.ts';

/** A client known from its handshake. A client without a handshake sends this with each request. */
export type Client = { name: string } & ElicitationSupport;

/** Elicitation modes of the client: `form` and `url`. */
export type ElicitationSupport = { elicits: boolean; opensPages: boolean };

export function readClient(params: Fields): Client {
  return { name: clientName(params.clientInfo), ...readElicitationSupport(params.capabilities) };
}

export function readElicitationSupport(capabilities: unknown): ElicitationSupport {
  if (!isFields(capabilities) || !isFields(capabilities.elicitation)) return noElicitation;
  // Revisions up to 2025-06-18 had a single mode. Since 2025-11-25 an empty object means forms, and `url` alone does not.
  const { form, url } = capabilities.elicitation;
  return { elicits: form !== undefined || url === undefined, opensPages: url !== undefined };
}

export const noElicitation: ElicitationSupport = { elicits: false, opensPages: false };

/** Name and version as sent by the client. Sanitized where it is stored. */
export function clientName(info: unknown): string {
  if (!isFields(info) || typeof info.name !== 'string') return '';
  const version = typeof info.version === 'string' ? ` ${info.version}` : '';
  return `${info.name}${version}`;
}
