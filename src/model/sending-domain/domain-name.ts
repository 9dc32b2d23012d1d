import { parseMailbox } from '../address.ts';

/** Leaves room for names below the domain: a label of 63 characters and its dot. */
export const sendingDomainCharactersMax = 253 - 64;

/** For public suffixes such as `co.uk` and `github.io`. */
export const endingMessage = 'must be a domain of your own, not an ending that others register names under';

type ReadDomainName = { ok: true; name: string } | { ok: false; message: string };

/** Uses the rules of From addresses, so that every added domain can send, and vice versa. */
export function readDomainName(text: string): ReadDomainName {
  const parsed = parseMailbox(`${probe}@${text}`);
  // Angle brackets in the text would supply a different address.
  if (!parsed.ok || parsed.mailbox.local !== probe || parsed.mailbox.displayName !== null) {
    return refuse('must be a domain name such as acme.com');
  }
  const name = parsed.mailbox.domain;
  if (name.length > sendingDomainCharactersMax) {
    return refuse(`must have at most ${sendingDomainCharactersMax} characters`);
  }
  if (!name.includes('.')) return refuse(endingMessage);
  return { ok: true, name };
}

const probe = 'postmaster';

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}
