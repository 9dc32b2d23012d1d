import { formatMailbox, type Mailbox, parseMailbox } from '../address.ts';
import { stripInvisible } from '../text/strip-invisible.ts';

/**
 * A campaign's sender: its own address, else the organization's default; with its own name, else the default's name if
 * the default's address is used.
 * @returns null when there is neither address
 */
export function senderOf(
  { fromEmail, fromName }: { fromEmail: string | null; fromName: string | null },
  defaultFrom: string | null,
): Mailbox | null {
  const text = fromEmail ?? defaultFrom;
  if (text === null) return null;
  const read = parseMailbox(text);
  if (!read.ok) return null;
  return { ...read.mailbox, displayName: fromName ?? read.mailbox.displayName };
}

/** Why a name cannot be used before an address, or null when it can. */
export function senderNameFault(name: string): string | null {
  const read = parseMailbox(formatMailbox({ address: 'name@example.com', displayName: name }));
  return read.ok ? null : `cannot stand before an address. ${read.message}`;
}

/** The name without invisible characters, which older versions accepted; null when it still cannot be used. */
export function cleanSenderName(name: string): string | null {
  const clean = stripInvisible(name).replace(lineEnds, ' ').trim();
  return clean === '' || senderNameFault(clean) !== null ? null : clean;
}

const lineEnds = /[\t\r\n\u2028\u2029]+/g;
