import { type Fields, isFields } from './fields.ts';

/** What is known of a client that made a handshake; one without says it with each request. */
export type Client = { name: string } & Asks;

/** How a client can ask its person: by a form, and by opening a page for them (elicitation, modes `form` and `url`). */
export type Asks = { elicits: boolean; opensPages: boolean };

/** The client behind the parameters of an `initialize`. */
export function clientOf(params: Fields): Client {
  return { name: clientName(params.clientInfo), ...asksOf(params.capabilities) };
}

/** What declared capabilities say of how the client can ask its person. */
export function asksOf(capabilities: unknown): Asks {
  if (!isFields(capabilities) || !isFields(capabilities.elicitation)) return asksNothing;
  // Until 2025-06-18 there was one kind; since 2025-11-25 an empty object means forms, and `url` alone does not.
  const { form, url } = capabilities.elicitation;
  return { elicits: form !== undefined || url === undefined, opensPages: url !== undefined };
}

/** Of a client that cannot ask its person, or has not said yet that it can. */
export const asksNothing: Asks = { elicits: false, opensPages: false };

/** Program and version, as the client says of itself: cleaned where it is kept. */
export function clientName(info: unknown): string {
  if (!isFields(info) || typeof info.name !== 'string') return '';
  const version = typeof info.version === 'string' ? ` ${info.version}` : '';
  return `${info.name}${version}`;
}
