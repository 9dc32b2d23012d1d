import { type Fields, isFields } from './fields.ts';

/** What is known of a client that made a handshake; one without says it with each request. */
export type Client = { name: string; elicits: boolean };

/** The client behind the parameters of an `initialize`. */
export function clientOf(params: Fields): Client {
  return { name: clientName(params.clientInfo), elicits: elicitsForms(params.capabilities) };
}

/** Whether declared capabilities say that the client can show a form to its person. */
export function elicitsForms(capabilities: unknown): boolean {
  if (!isFields(capabilities) || !isFields(capabilities.elicitation)) return false;
  // Until 2025-06-18 there was one kind; since 2025-11-25 an empty object means forms, and `url` alone does not.
  const { form, url } = capabilities.elicitation;
  return form !== undefined || url === undefined;
}

/** Program and version, as the client says of itself: cleaned where it is kept. */
export function clientName(info: unknown): string {
  if (!isFields(info) || typeof info.name !== 'string') return '';
  const version = typeof info.version === 'string' ? ` ${info.version}` : '';
  return `${info.name}${version}`;
}
